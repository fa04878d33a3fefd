// @ts-check
/**
 * Unpack: texts of an exported file back to bytes. A text is base85 of gzip, as `export/packing.py` writes it.
 *
 * Base85 takes 5 characters for 4 bytes, where base64 takes 4 for 3: the file is smaller by a sixteenth.
 */

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~";

/**
 * Return the bytes that a base85 text stands for.
 * @param {string} text
 */
function fromBase85(text) {
  const digit = new Map([...DIGITS].map((char, value) => [char, value]));
  const size = Math.floor(text.length * 4 / 5);
  const padded = text.padEnd(Math.ceil(text.length / 5) * 5, "~");
  const bytes = new DataView(new ArrayBuffer(padded.length / 5 * 4));
  for (let at = 0; at < padded.length; at += 5) {
    let group = 0;
    for (let place = 0; place < 5; place++) group = group * 85 + (digit.get(padded[at + place]) ?? 0);
    bytes.setUint32(at / 5 * 4, group);
  }
  return new Uint8Array(bytes.buffer, 0, size);
}

/**
 * Return the bytes that a packed text stands for.
 * @param {string} text
 */
export async function unpacked(text) {
  const stream = new Blob([fromBase85(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
