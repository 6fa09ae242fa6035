/** Returns for each length of a prefix of `separator` the length of its longest border. Knuth, Morris and Pratt. */
function findBorders(separator: string): Uint32Array {
  const borders = new Uint32Array(separator.length + 1);
  let border = 0;
  for (let index = 1; index < separator.length; index += 1) {
    while (border > 0 && separator[index] !== separator[border]) border = borders[border] ?? 0;
    if (separator[index] === separator[border]) border += 1;
    borders[index + 1] = border;
  }
  return borders;
}

/**
 * Splits a text at each occurrence of a separator that is not empty, in linear time. For a long separator, the time of
 * V8's own search is the product of both lengths: seconds for a secret of 4 KB in a text of 1 MB.
 */
export function splitText(text: string, separator: string): string[] {
  const borders = findBorders(separator);
  const parts: string[] = [];
  let start = 0;
  let matched = 0;
  for (let index = 0; index < text.length; index += 1) {
    while (matched > 0 && text[index] !== separator[matched]) matched = borders[matched] ?? 0;
    if (text[index] === separator[matched]) matched += 1;
    if (matched < separator.length) continue;
    parts.push(text.slice(start, index + 1 - separator.length));
    start = index + 1;
    matched = 0;
  }
  parts.push(text.slice(start));
  return parts;
}
