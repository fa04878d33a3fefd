// @ts-check
/**
 * Unpack: decodes the packed texts of an exported file. A text is gzip in base 94, as written by `export/packing.py`.
 *
 * Every 11 characters encode 9 bytes; the last group may be shorter. The digits are the printable ASCII characters
 * without `<`.
 */

/**
 * Return the bytes encoded by a text in base 94.
 * @param {string} text
 */
function fromBase94(text) {
  const bytes = new Uint8Array(Math.floor(text.length * 9 / 11));
  for (let at = 0; at < text.length; at++) {
    const start = Math.floor(at / 11) * 9;
    const code = text.charCodeAt(at);
    let carry = code - (code > 60 ? 33 : 32);
    for (let place = Math.min(start + 9, bytes.length) - 1; place >= start; place--) {
      carry += bytes[place] * 94;
      bytes[place] = carry; // its lowest eight bits
      carry >>= 8;
    }
  }
  return bytes;
}

/**
 * Return the bytes encoded by a packed text.
 * @param {string} text
 */
export async function unpacked(text) {
  const stream = new Blob([fromBase94(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
