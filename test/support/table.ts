/** Reads rows of a test from a text: one a line, their cells separated by ` | `. */
export const readTable = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | '));
