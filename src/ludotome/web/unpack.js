// @ts-check
/**
 * Unpack: texts of an exported file back to bytes. A text is gzip in base 94, as `export/packing.py` writes it.
 *
 * Every 11 characters are 9 bytes; the last group may be shorter. The digits are the printable characters without `<`.
 */

/**
 * Return the bytes that a text in base 94 stands for.
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
 * Return the bytes that a packed text stands for.
 * @param {string} text
 */
export async function unpacked(text) {
  const stream = new Blob([fromBase94(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
