// Unpack the style and the player, which are compressed to keep the file small. The policy of the page knows their SHA-256.
(async () => {
  /** @param {string} id */
  const unpacked = (id) => {
    const text = document.getElementById(id)?.textContent ?? "";
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };
  for (const [id, tag] of [["style", "style"], ["player", "script"]]) {
    const part = document.createElement(tag);
    part.dataset.part = id;
    part.textContent = await unpacked(id);
    document.head.append(part);
  }
})();
