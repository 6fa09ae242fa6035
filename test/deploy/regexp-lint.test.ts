import { expect, test } from 'vitest';
import { lintRegExps } from '../../src/deploy/build/regexp-lint.ts';

test.each<[string, string]>([
  [
    'a repetition without an anchor',
    String.raw`const text: string = a.replace(/\s*Did you mean\b.*$/s, '');`,
  ],
  ['two repetitions of the same characters', String.raw`const tag: RegExp = /^[^,]*[^,\s][^,]*$/;`],
  ['a nested repetition', 'export const isWord = (text: string) => /^(?:a+)+$/.test(text);'],
  ['a pattern in a string', String.raw`const end = new RegExp('\\s+$', 'u');`],
  ['a pattern that is not a literal', 'const any = (text: string) => RegExp(text);'],
])('%s is reported', (_, source) => {
  expect(lintRegExps('a.ts', source)).toStrictEqual([expect.stringContaining('a.ts: ')]);
});

test.each([
  String.raw`const tag: RegExp = /^[a-z][\w-]*$/;`,
  String.raw`const slashes = (text: string) => text.replace(/(?<!\/)\/+$/, '');`,
  String.raw`const end = new RegExp('^\\s+', 'u');`,
])('a linear pattern is accepted: %s', (source) => {
  expect(lintRegExps('a.ts', source)).toStrictEqual([]);
});

test('patterns in JSX are reported', () => {
  const source = String.raw`const A = ({ b }: { b: string }) => <p>{b.replace(/\s+$/, '')}</p>;`;
  expect(lintRegExps('a.tsx', source)).toHaveLength(1);
});
