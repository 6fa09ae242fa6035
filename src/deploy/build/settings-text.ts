import { assertEnumType, type GraphQLSchema } from 'graphql';
import { type Setting, settings } from './settings.ts';

const all = settings.flatMap(([, group]) => group);

/** Maximum line length of comments. */
const WIDTH = 118;

/** Wraps text into comment lines. */
function wrapComment(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length < WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(` ${word}`);
  }
  return lines.map((line) => `#${line}`);
}

function createExampleLines({ name, description, allowed, absent, example }: Setting): string[] {
  const absentText = 'words' in absent ? ` Default: ${absent.words}.` : '';
  const text = `${description}${absentText} Allowed: ${allowed}.`;
  return ['', ...wrapComment(text.replaceAll('`', '')), `#${name}=${example}`];
}

/** Creates `.env.example`: the settings that people use most, with their defaults or examples. */
export const environmentExample = (): string =>
  [
    '# Generated from the settings in src by `npm run generate`. Copy this file to .env and uncomment what you need. Each',
    '# line shows the default, or an example if there is no default. SETTINGS.md in src/deploy (in the package: dist/deploy)',
    '# has all settings.',
    ...all.filter(({ common }) => common).flatMap(createExampleLines),
    '',
  ].join('\n');

const createRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const formatAbsentValue = ({ absent }: Setting) =>
  'value' in absent ? `\`${absent.value}\`` : absent.words;

/** Examples that `.env.example` has are not repeated. */
function formatDescription({ description, example, absent, common }: Setting): string {
  const showsExample = example && !common && 'words' in absent && !absent.words.includes(example);
  return showsExample ? `${description} Example: \`${example}\`.` : description;
}

const createTable = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [createRow(head), createRow(head.map(() => '---')), ...rows.map(createRow)].join('\n');

/** Creates the settings reference: default, allowed values and meaning of every setting. */
export const reference = (): string =>
  [
    '<!-- Generated from the settings in src by `npm run generate`; do not edit. -->',
    '',
    '# Settings',
    '',
    'Settings come from the environment, or else from a `.env` file in the working directory; `.env.example` has those that are used most. An empty value counts as not set. If a setting is invalid, the program says why and exits with 1.',
    ...settings.flatMap(([title, group]) => [
      '',
      `## ${title}`,
      '',
      createTable(
        ['Setting', 'Default', 'Allowed', 'Meaning'],
        group.map((setting) => [
          `\`${setting.name}\``,
          formatAbsentValue(setting),
          setting.allowed,
          formatDescription(setting),
        ]),
      ),
    ]),
    '',
  ].join('\n');

/** Replaces what is between two markers. @throws Error if they do not exist. */
function replaceBlock(page: string, name: string, content: string): string {
  const block = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[\\s\\S]*?(\\n<!-- /${name} -->)`);
  if (!block.test(page)) throw new Error(`The page has no markers for the ${name}.`);
  return page.replace(block, (_, begin: string, end: string) => `${begin}\n${content}\n${end}`);
}

/** Updates the table of scopes in a page. @throws Error if it has no markers for the table. */
export const replaceScopes = (page: string, scopes: ReadonlyMap<string, string>): string =>
  replaceBlock(
    page,
    'scopes',
    createTable(
      ['Scope', 'Permission'],
      [...scopes].map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
  );

/** Updates the tables of codes in a page. @throws Error if it has no markers for them. */
export function replaceErrorCodes(page: string, schema: GraphQLSchema): string {
  const createCodes = (name: string) =>
    createTable(
      ['Code', 'Meaning'],
      assertEnumType(schema.getType(name))
        .getValues()
        .map(({ name, description }) => [`\`${name}\``, description ?? '']),
    );
  const withErrors = replaceBlock(page, 'error codes', createCodes('ErrorCode'));
  return replaceBlock(withErrors, 'issue codes', createCodes('IssueCode'));
}

/** A number before the name of its setting. */
const DEFAULT = /\b\d[\d,]*(?= [a-z, ]*\(`([A-Z_]+)`\))/g;

/** Updates the defaults that a page states before the names of their settings. */
export function replaceDefaults(page: string): string {
  const examples = new Map(all.map(({ name, example }) => [name, Number(example)]));
  return page.replace(DEFAULT, (_, name: string) =>
    (examples.get(name) ?? Number.NaN).toLocaleString('en'),
  );
}
