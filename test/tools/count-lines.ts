import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { table } from './table.ts';

// `npm run count:lines`: counts the files and hand-written lines of each folder of src and test.

const CODE = /\.(?:tsx?|js|css|svelte|vue)$/;
const GENERATED = /^\/\/ Generated from/m;

const listed = execFileSync('git', ['ls-files', 'src', 'test'], { encoding: 'utf8' });
const files = listed
  .split('\n')
  .filter((path) => CODE.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  .filter(({ text }) => !GENERATED.test(text.slice(0, 1_000)))
  .map(({ path, text }) => ({
    folder: path.split('/').slice(0, -1).slice(0, 2).join('/'),
    lines: text.split('\n').length - 1,
  }));

const count = (name: string, own: typeof files) => [
  name,
  String(own.length),
  String(own.reduce((sum, { lines }) => sum + lines, 0)),
];

for (const half of ['src', 'test']) {
  const own = files.filter(({ folder }) => folder.split('/')[0] === half);
  const rows = Object.entries(Object.groupBy(own, ({ folder }) => folder)).sort();
  const counts = rows.map(([folder, each = []]) => count(folder, each));
  const text = table(['folder', 'files', 'lines'], [...counts, count('total', own)]);
  process.stdout.write(`${text}\n`);
}
