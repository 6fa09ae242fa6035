/**
 * One spelling for all cases of some texts, so that a search finds them in any; what is no text is left out. Down and up
 * again, because case is not always one to one: this also brings together ß and SS, σ and ς, and (without its dot) every
 * i of Turkish.
 */
export const foldCase = (texts: readonly unknown[]): string =>
  texts
    .filter((text) => typeof text === 'string')
    .join('\n')
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .replace(/I\u0307/g, 'I')
    // The one character that a text of Postgres cannot hold.
    .replaceAll('\0', '\uFFFD');
