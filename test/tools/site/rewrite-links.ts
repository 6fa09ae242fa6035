/** Rewrites the links of a page, which lead to files of the repository, to those of the site. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { linkFile } from '../../../src/deploy/build/link-repository.ts';
import { getSitePath } from './pages.ts';

/** What is used of the tokens of markdown-it. */
export interface Token {
  readonly type: string;
  hidden: boolean;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

/** A commit, branch or tag of a repository on GitHub. */
export interface Repository {
  readonly name: string;
  readonly tag: string;
}

export interface LinkContext {
  /** The path of the page in the repository. */
  readonly path: string;
  readonly pages: ReadonlySet<string>;
  /** Where links to files that are not on the site lead. Without it, only their text stays. */
  readonly repository: Repository | undefined;
}

const IMAGE = /\.(jpg|png|svg|webp)$/;

/**
 * Returns the target of a link on the site, or undefined if there is none.
 * @throws Error if the file does not exist.
 */
function resolveLink(link: string, { path, pages, repository }: LinkContext): string | undefined {
  if (/^([a-z]+:|#)/.test(link)) return link;
  const [target = '', anchor] = link.split('#');
  const file = join(dirname(path), target);
  if (!existsSync(file)) throw new Error(`${path} links to ${link}, which does not exist.`);
  const fragment = anchor === undefined ? '' : `#${anchor}`;
  if (pages.has(file) || IMAGE.test(file)) return `/${getSitePath(file)}${fragment}`;
  return repository && linkFile(file, repository.name, repository.tag) + fragment;
}

/** Rewrites the links and images of a text, and removes images of other hosts: the site makes no requests to these. */
function rewriteInline(tokens: readonly Token[], context: LinkContext): Token[] {
  const kept: Token[] = [];
  let isLinked = true;
  for (const token of tokens) {
    if (token.type === 'image') {
      const source = resolveLink(token.attrGet('src') ?? '', context);
      if (!source?.startsWith('/')) continue;
      token.attrSet('src', source);
    }
    if (token.type === 'link_open') {
      const target = resolveLink(token.attrGet('href') ?? '', context);
      isLinked = target !== undefined;
      if (target) token.attrSet('href', target);
    }
    if (token.type === 'link_close' && kept.at(-1)?.type === 'link_open') kept.pop();
    else if (isLinked || !/^link_/.test(token.type)) kept.push(token);
  }
  return kept;
}

/** Rewrites the links of a page in place. What becomes empty, such as a row of badges, is left out. */
export function rewriteLinks(tokens: readonly Token[], context: LinkContext): void {
  for (const [index, token] of tokens.entries()) {
    if (!token.children) continue;
    token.children = rewriteInline(token.children, context);
    if (token.children.some(({ type }) => type !== 'softbreak')) continue;
    token.children = [];
    for (const around of [tokens[index - 1], tokens[index + 1]])
      if (around?.type.startsWith('paragraph_')) around.hidden = true;
  }
}
