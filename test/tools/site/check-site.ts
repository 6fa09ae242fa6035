/** Checks a folder of HTML pages: they are rendered, links and anchors exist, and nothing is loaded from another host. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';

const decode = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

const listAttributes = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, value = '']) => decode(value));

/** Elements that load what they name, and rules of style sheets that do. Links that are followed by a click do not. */
const LOADED = [
  /<(?:script|img|iframe|source|video|audio)\b[^>]*?\s(?:src|srcset)="([^"]*)"/g,
  /<link\b[^>]*?\shref="([^"]*)"/g,
  /(?:url\(|@import\s+)["']?([^"')]+)/g,
];

/**
 * Returns what is wrong with the pages of a folder, one sentence for each problem.
 * @param base path under which the folder is served
 */
export function checkSite(folder: string, base: string): string[] {
  const files = new Map(
    globSync('**/*.{html,css}', { cwd: folder }).map((path) => [
      path,
      readFileSync(join(folder, path), 'utf8'),
    ]),
  );
  /** Returns the file that a URL of the site leads to, or undefined if it is not in the folder. */
  const findFile = (page: string, pathname: string) => {
    const path = pathname.startsWith('/')
      ? pathname.startsWith(base)
        ? pathname.slice(base.length)
        : undefined
      : join(dirname(page), pathname);
    if (path === undefined || path.startsWith('..')) return;
    const file = join(folder, path);
    if (!existsSync(file)) return;
    const isFolder = statSync(file).isDirectory();
    const found = isFolder ? join(file, 'index.html') : file;
    return existsSync(found) ? relative(folder, found) : undefined;
  };
  const problems = [...files].flatMap(([page, text]) => {
    const foreign = LOADED.flatMap((pattern) => listAttributes(text, pattern))
      .filter((url) => /^(https?:)?\/\//.test(url))
      .map((url) => `${page} loads ${url}.`);
    if (!page.endsWith('.html')) return foreign;
    const dead = listAttributes(text, /<a\b[^>]*?\shref="([^"]*)"/g).filter((url) => {
      if (/^[a-z]+:/.test(url)) return false;
      const [pathname = '', anchor = ''] = url.split('#');
      const target = pathname === '' ? page : findFile(page, pathname);
      if (target === undefined) return true;
      return anchor !== '' && !files.get(target)?.includes(` id="${decodeURIComponent(anchor)}"`);
    });
    // VitePress goes on after a page that it cannot render, and makes it in the browser.
    const isEmpty = page !== '404.html' && !text.includes('<h1');
    return [
      ...(isEmpty ? [`${page} has no heading.`] : []),
      ...foreign,
      ...dead.map((url) => `${page} links to ${url}, which does not exist.`),
    ];
  });
  return [...new Set(problems)];
}
