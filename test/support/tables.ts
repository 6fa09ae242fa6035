/** Reads a table of text: a row in each line, with ` | ` between its cells. */
export const readTable = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | '));
