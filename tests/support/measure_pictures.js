// What a browser has made of pictures: texts in their shapes and apart, zones and tokens drawn where they belong.
// `measure` returns a list of faults, each one line.

const SLACK = 1.5; // pixels

const isInside = (inner, outer) =>
  inner.left >= outer.left - SLACK && inner.right <= outer.right + SLACK &&
  inner.top >= outer.top - SLACK && inner.bottom <= outer.bottom + SLACK;

const overlap = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** The letters themselves: a line is higher than they are. */
function inkOf(text) {
  const box = text.getBoundingClientRect();
  const spare = (box.bottom - box.top) * 0.2;
  return { left: box.left, right: box.right, top: box.top + spare, bottom: box.bottom - spare };
}

/** The shape a text stands in: its own group's, the zone whose caption it is, else the whole picture. */
function shapeOf(text, svg) {
  const near = (element) => [...element.children].filter((one) => one !== text && /^(rect|use|circle|polygon)$/.test(one.tagName));
  const before = text.previousElementSibling;
  if (before && before.tagName === "rect" && before.getAttribute("fill") !== "none") return before; // a tag, a name or a caption on its ground
  const group = text.closest("[data-token], [data-tokens]");
  if (group) {
    const shapes = near(group);
    if (shapes.length) return shapes.reduce((a, b) => (a.getBoundingClientRect().width > b.getBoundingClientRect().width ? a : b));
  }
  return svg;
}

function faultsOfTexts(svg, name) {
  const faults = [];
  const texts = [...svg.querySelectorAll("text")];
  const inks = texts.map(inkOf);
  texts.forEach((text, place) => {
    const shape = shapeOf(text, svg);
    if (!isInside(inks[place], shape.getBoundingClientRect())) faults.push(`${name}: text "${text.textContent}" leaves its ${shape.tagName}`);
    for (let other = 0; other < place; other += 1) {
      if (overlap(inks[place], inks[other]) > 2) faults.push(`${name}: texts "${texts[other].textContent}" and "${text.textContent}" overlap`);
    }
  });
  return faults;
}

function faultsOfThings(svg, name, zoneOfToken) {
  const faults = [];
  const whole = svg.getBoundingClientRect();
  const zones = new Map();
  for (const zone of svg.querySelectorAll("[data-zone]")) {
    const box = zone.getBoundingClientRect();
    if (zones.has(zone.dataset.zone)) faults.push(`${name}: zone ${zone.dataset.zone} is drawn twice`);
    zones.set(zone.dataset.zone, box);
    if (box.width < 4 || box.height < 4 || !isInside(box, whole)) faults.push(`${name}: zone ${zone.dataset.zone} cannot be seen`);
  }
  const seen = new Set();
  for (const element of svg.querySelectorAll("[data-token], [data-tokens]")) {
    const box = element.getBoundingClientRect();
    for (const handle of (element.dataset.token ?? element.dataset.tokens).split(" ")) {
      if (seen.has(handle)) faults.push(`${name}: token ${handle} is drawn twice`);
      seen.add(handle);
      const zone = zones.get(zoneOfToken[handle]);
      const middle = { left: (box.left + box.right) / 2, right: (box.left + box.right) / 2, top: (box.top + box.bottom) / 2, bottom: (box.top + box.bottom) / 2 };
      if (!zone) faults.push(`${name}: token ${handle} is in no zone that is drawn`);
      else if (box.width < 3 || !isInside(middle, zone)) faults.push(`${name}: token ${handle} is not drawn in ${zoneOfToken[handle]}`);
    }
  }
  for (const handle of Object.keys(zoneOfToken)) if (!seen.has(handle)) faults.push(`${name}: token ${handle} is not drawn`);
  return faults;
}

function measure(zones) {
  return Object.entries(zones).flatMap(([name, zoneOfToken]) => {
    const svg = document.getElementById(name).querySelector("svg");
    return svg ? [...faultsOfTexts(svg, name), ...faultsOfThings(svg, name, zoneOfToken)] : [`${name}: no picture`];
  });
}
