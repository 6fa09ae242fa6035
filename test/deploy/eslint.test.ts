import { readFile } from 'node:fs/promises';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const eslint = new ESLint({ overrideConfigFile: 'src/deploy/build/eslint.config.js' });

/** Returns the violations of a file. */
async function lint(filePath: string, source: string): Promise<string[]> {
  const results = await eslint.lintText(source, { filePath });
  return results
    .flatMap(({ messages }) => messages)
    .map((each) => `${each.message} ${each.ruleId}`);
}

test.each<[string, string, string?]>([
  [
    'a repetition without an anchor',
    String.raw`const text: string = a.replace(/\s*Did you mean\b.*$/s, '');`,
  ],
  ['two repetitions of the same characters', String.raw`const tag: RegExp = /^[^,]*[^,\s][^,]*$/;`],
  ['a nested repetition', 'export const isWord = (text: string) => /^(?:a+)+$/.test(text);'],
  ['a pattern in a string', String.raw`const end = new RegExp('\\s+$', 'u');`],
  ['a pattern that is not a literal', 'const any = (text: string) => RegExp(text);'],
  ['a pattern in JSX', String.raw`const A = (b: string) => <p>{b.replace(/\s+$/, '')}</p>;`, 'tsx'],
])('%s is reported', async (_, source, extension = 'ts') => {
  expect(await lint(`src/a.${extension}`, source)).toHaveLength(1);
});

test.each([
  String.raw`const tag: RegExp = /^[a-z][\w-]*$/;`,
  String.raw`const slashes = (text: string) => text.replace(/(?<!\/)\/+$/, '');`,
  String.raw`const end = new RegExp('^\\s+', 'u');`,
])('a linear pattern is accepted: %s', async (source) => {
  expect(await lint('src/a.ts', source)).toStrictEqual([]);
});

test('violations of the rules for Relay and naming are found in a schema', async () => {
  const sdl = (await readFile('schema/schema.graphql', 'utf8'))
    .replaceAll('createdAt:', 'created_at:')
    .replaceAll('MICROSOFT_TEAMS', 'microsoftTeams')
    .replaceAll('hasNextPage: Boolean!', 'hasNextPage: Int!')
    .replaceAll('edges: [ToolEdge!]!', 'links: [ToolEdge!]!')
    .replaceAll('cursor: String!', 'cursor: [Int]')
    .replaceAll('first: Int', 'first: ID');
  const violations = (await lint('schema/schema.graphql', sdl)).join('\n');
  for (const name of ['created_at', 'microsoftTeams']) expect(violations).toContain(`"${name}"`);
  for (const rule of ['page-info', 'connection-types', 'edge-types', 'arguments'])
    expect(violations).toContain(`relay-${rule}`);
});
