import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/resources.ts';
import { checkSite } from '../tools/site/check-site.ts';
import { getSitePath, listPages } from '../tools/site/pages.ts';
import { rewriteLinks, type Token } from '../tools/site/rewrite-links.ts';

const pages = Object.values(listPages()).flat();

test('every page of the documentation is in the navigation once, at a path of its own', () => {
  const patterns = ['*.md', '.github/*.md', 'src/**/*.md', 'test/{,tools/,tools/bench/}*.md'];
  const exclude = ['src/avatar-service/seed/**', '**/node_modules'];
  const documents = globSync(patterns, { exclude });
  expect([...pages].sort()).toStrictEqual(documents.sort());
  expect(new Set(pages.map(getSitePath)).size).toBe(pages.length);
});

/** A token as markdown-it creates it. */
function createToken(type: string, attributes: Record<string, string> = {}): Token {
  return {
    type,
    hidden: false,
    children: null,
    attrGet: (name) => attributes[name] ?? null,
    attrSet: (name, value) => Object.assign(attributes, { [name]: value }),
  };
}

/** Returns what a link or an image becomes: its target, or null where only its text stays. */
function rewrite(children: readonly Token[], repository?: { name: string; tag: string }) {
  const tokens = ['paragraph_open', 'inline', 'paragraph_close'].map((type) => createToken(type));
  const [paragraph, inline] = tokens;
  if (inline) inline.children = [...children];
  rewriteLinks(tokens, { path: 'src/hooks/README.md', pages: new Set(pages), repository });
  const kept = inline?.children ?? [];
  return {
    types: kept.map(({ type }) => type),
    target: kept[0]?.attrGet('href') ?? kept[0]?.attrGet('src') ?? null,
    isHidden: paragraph?.hidden,
  };
}

const createLink = (href: string, content = createToken('text')) => [
  createToken('link_open', { href }),
  content,
  createToken('link_close'),
];

const repository = { name: 'owner/name', tag: 'v1.0.0' };

test.each([
  ['../graphql/README.md#a', '/graphql/index.md#a'],
  ['../deploy/SETTINGS.md', '/deploy/settings.md'],
  ['../../.github/images/console.jpg', '/images/console.jpg'],
  ['#options', '#options'],
  ['https://example.com/a', 'https://example.com/a'],
  ['../../LICENSE', 'https://github.com/owner/name/blob/v1.0.0/LICENSE'],
])('the link %s of a page leads to %s on the site', (href, target) => {
  expect(rewrite(createLink(href), repository)).toMatchObject({ target, isHidden: false });
});

test('of a link to a file that is no page, only the text stays if the repository is not known', () => {
  expect(rewrite(createLink('../../LICENSE')).types).toStrictEqual(['text']);
});

test('an image of another host is left out, with its link and its paragraph', () => {
  const badge = createToken('image', { src: 'https://example.com/badge.svg' });
  const { types, isHidden } = rewrite(createLink('../../LICENSE', badge), repository);
  expect([types, isHidden]).toStrictEqual([[], true]);
});

test('a link to a file that does not exist fails the build', () => {
  expect(() => rewrite(createLink('absent.md'))).toThrow(
    'src/hooks/README.md links to absent.md, which does not exist.',
  );
});

test('a page without its heading was not rendered', async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, 'index.html'), '<div id="app"></div>');
  await writeFile(join(folder, '404.html'), '<div id="app"></div>');
  expect(checkSite(folder, '/')).toStrictEqual(['index.html has no heading.']);
});

async function check(files: Record<string, string>, base = '/'): Promise<string[]> {
  const folder = await tempFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), path.endsWith('.html') ? `<h1>Page</h1>${text}` : text);
  }
  return checkSite(folder, base);
}

test('links of a site that lead to its pages and anchors are found', async () => {
  const index = '<h2 id="b"></h2><a class="a" href="/x/a/#d">a</a><a href="#b">b</a>';
  const links = '<h2 id="d"></h2><a href="../index.html">i</a><a href="https://example.com">e</a>';
  expect(await check({ 'index.html': index, 'a/index.html': links }, '/x/')).toStrictEqual([]);
});

test.each<[string, string, string?]>([
  ['<a href="/absent.html">a</a>', 'index.html links to /absent.html, which does not exist.'],
  ['<a href="../index.html">a</a>', 'index.html links to ../index.html, which does not exist.'],
  ['<a href="#absent">a</a>', 'index.html links to #absent, which does not exist.'],
  ['<a href="/index.html#no">a</a>', 'index.html links to /index.html#no, which does not exist.'],
  ['<script src="//a.example/b.js">', 'index.html loads //a.example/b.js.'],
  ['<link rel="a" href="https://a.example/b">', 'index.html loads https://a.example/b.'],
  ['<p style="background: url(https://a.example/c)">', 'index.html loads https://a.example/c.'],
  ['<a href="/index.html">a</a>', 'index.html links to /index.html, which does not exist.', '/x/'],
])('in a site, %s is reported', async (html, problem, base = '/') => {
  expect(await check({ 'index.html': html }, base)).toStrictEqual([problem]);
});
