import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const DOCUMENTS = globSync([
  '*.md',
  '.{changeset,github}/{README,SECURITY,CONTRIBUTING}.md',
  'src/**/*.md',
  'test/{,tools/,tools/bench/}*.md',
]);

/** Returns the anchor that GitHub creates for a heading. */
const createAnchor = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const listAnchors = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    createAnchor(heading),
  );

/** Lists the relative links in a document, except in its code. */
const listLinks = (file: string) =>
  [
    ...readFileSync(file, 'utf8')
      .replace(/```[\s\S]*?```/g, '')
      .matchAll(/\]\((?!https?:)([^)\s]*)\)/g),
  ].map(([, link = '']) => link);

test.each(DOCUMENTS)('the targets of all links in %s exist', (file) => {
  const broken = listLinks(file).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !listAnchors(target).includes(anchor);
  });
  expect(broken).toStrictEqual([]);
});

/** Names of files in this repository, which documents may write without their folders. */
const FILES = new Set(
  globSync(['*', '.*', '{src,test,schema,.github}/**/*.*'], {
    exclude: (path) => path.includes('node_modules'),
  }).map((path) => basename(path)),
);

/** Files of readers, and placeholders. */
const NOT_HERE = /^(mesh|gateway)\.config\.js$|^policy\.yaml$|RESOURCE/;

test.each(DOCUMENTS.filter((file) => !/CHANGELOG|FINDINGS/.test(file)))(
  'the source files that %s names exist',
  (file) => {
    const names = readFileSync(file, 'utf8').matchAll(
      /`([\w./-]+\.(?:tsx?|js|yaml|conf|ini|yml))`/g,
    );
    const unknown = [...names]
      .map(([, name = '']) => name)
      .filter((name) => !NOT_HERE.test(name) && !FILES.has(basename(name)));
    expect(unknown).toStrictEqual([]);
  },
);

test('links and headings are found', () => {
  expect(listLinks('README.md').length).toBeGreaterThan(20);
  expect(listAnchors('README.md')).toContain('quick-start');
});
