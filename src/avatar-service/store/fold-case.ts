/**
 * Folds the case of texts for case-insensitive search. Values that are not strings are ignored. It converts to lower case
 * and then to upper case, because case mappings are not one-to-one: this also matches ß with SS, σ with ς, and ı with i.
 */
export const foldCase = (texts: readonly unknown[]): string =>
  texts
    .filter((text) => typeof text === 'string')
    .join('\n')
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .replace(/I\u0307/g, 'I')
    // Postgres texts cannot contain this character.
    .replaceAll('\0', '\uFFFD');
