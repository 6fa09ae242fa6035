import { readFileSync } from 'node:fs';
import { type Setting, settings } from './settings.ts';

/** Columns of a line of comment, at most. */
const WIDTH = 118;

/** Text as lines of comment. */
function comment(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length < WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(` ${word}`);
  }
  return lines.map((line) => `#${line}`);
}

function exampleLines({ name, description, allowed, absent, example }: Setting): string[] {
  const leftOut = 'words' in absent ? ` Left out: ${absent.words}.` : '';
  const text = `${description}${leftOut} Allowed: ${allowed}.`;
  return [
    '',
    ...comment(text.replaceAll('`', '')),
    `#${name}=${'value' in absent ? absent.value : example}`,
  ];
}

/** `.env.example`: every setting, each with its default or an example. */
export const environmentExample = (): string =>
  [
    '# Generated from src/runtime/config by `npm run generate`. Copy it to .env and change there what you need: every line',
    '# shows the default, or an example where there is none.',
    ...settings.flatMap(([title, group]) => ['', `## ${title}`, ...group.flatMap(exampleLines)]),
    '',
  ].join('\n');

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const withoutIt = ({ absent }: Setting) =>
  'value' in absent ? `\`${absent.value}\`` : absent.words;

function meaning({ description, example, absent }: Setting): string {
  const shown = example && !('words' in absent && absent.words.includes(example));
  return shown ? `${description} Such as \`${example}\`.` : description;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** The reference: every setting with its meaning, what holds without it, and what may be given. */
export const reference = (): string =>
  [
    '<!-- Generated from src/runtime/config by `npm run generate`; not to be edited. -->',
    '',
    '# Settings',
    '',
    'They come from the environment, or from a `.env` file in the working folder, which the environment overrides. An empty one counts as left out. A wrong one is a sentence on standard error and exit code 1; nothing is started.',
    ...settings.flatMap(([title, group]) => [
      '',
      `## ${title}`,
      '',
      table(
        ['Setting', 'Without it', 'Allowed', 'Meaning'],
        group.map((setting) => [
          `\`${setting.name}\``,
          withoutIt(setting),
          setting.allowed,
          meaning(setting),
        ]),
      ),
    ]),
    '',
  ].join('\n');

const MARKED = /(<!-- settings: [^>]*-->\n)[\s\S]*?(\n<!-- \/settings -->)/;

/**
 * The README, with the table of the settings that are most used in its place.
 * @throws Error where the README has no such place.
 */
export function readme(): string {
  const text = readFileSync('README.md', 'utf8');
  if (!MARKED.test(text)) throw new Error('README.md has no place for the settings.');
  const common = settings.flatMap(([, group]) => group).filter((setting) => setting.common);
  const rows = common.map((setting) => [
    `\`${setting.name}\``,
    withoutIt(setting),
    setting.description,
  ]);
  const written = table(['Setting', 'Without it', 'Meaning'], rows);
  return text.replace(MARKED, (_, begin: string, end: string) => `${begin}\n${written}\n${end}`);
}
