import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const DOCUMENTS = globSync([
  '*.md',
  '.{changeset,github}/{README,SECURITY,CONTRIBUTING}.md',
  'src/**/*.md',
  'test/bench/FINDINGS.md',
]);

/** A heading as GitHub makes an anchor of it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const anchorsIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  );

/** Links of a document to something beside it, outside its code. */
const linksIn = (file: string) =>
  [
    ...readFileSync(file, 'utf8')
      .replace(/```[\s\S]*?```/g, '')
      .matchAll(/\]\((?!https?:)([^)\s]*)\)/g),
  ].map(([, link = '']) => link);

test.each(DOCUMENTS)('every link of %s leads to what is there', (file) => {
  const astray = linksIn(file).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsIn(target).includes(anchor);
  });
  expect(astray).toStrictEqual([]);
});

test('links that lead astray are found', () => {
  expect(linksIn('README.md').length).toBeGreaterThan(20);
  expect(anchorsIn('README.md')).toContain('authentication');
});
