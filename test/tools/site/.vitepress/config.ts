import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { createAnchor, getSitePath, listPages } from '../pages.ts';
import { type Repository, rewriteLinks } from '../rewrite-links.ts';

const groups = listPages();
const paths = Object.values(groups).flat();
const sources = new Map(paths.map((path) => [getSitePath(path), path]));

const { GITHUB_REPOSITORY: name, GITHUB_SHA: tag } = process.env;
const repository: Repository | undefined = name && tag ? { name, tag } : undefined;

/** Titles in the navigation of pages whose heading is the name of the product. */
const TITLES: Readonly<Record<string, string>> = {
  'README.md': 'Overview',
  'CHANGELOG.md': 'Changelog',
};

const readTitle = (path: string) =>
  TITLES[path] ?? /^# (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? path;

/** Tables have long names of settings, and texts in their last column. */
const STYLE = `
  .vp-doc tr > * { padding: 6px 10px; }
  .vp-doc td:last-child code { overflow-wrap: anywhere; }
`;

const createLink = (path: string) => `/${getSitePath(path).replace(/(index)?\.md$/, '')}`;

export default defineConfig({
  title: 'avatar-graphql',
  description:
    'A typed GraphQL API for any REST service that implements the Conversational Avatar Service specification.',
  srcDir: 'dist/pages',
  outDir: 'dist/site',
  lang: 'en',
  head: [['style', {}, STYLE]],
  markdown: {
    anchor: { slugify: createAnchor },
    languageAlias: { cron: 'ini' },
    config: (md) => {
      // Vue would compute what stands in double braces.
      md.core.ruler.push('code', ({ tokens }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? []))
          if (token.type === 'code_inline') token.attrSet('v-pre', '');
      });
      md.core.ruler.push('links', ({ tokens, env }) => {
        const path = sources.get(env.relativePath);
        if (path) rewriteLinks(tokens, { path, pages: new Set(paths), repository });
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: Object.entries(groups).map(([text, pages]) => ({
      text,
      items: pages.map((path) => ({ text: readTitle(path), link: createLink(path) })),
    })),
    ...(repository && {
      socialLinks: [{ icon: 'github' as const, link: `https://github.com/${repository.name}` }],
    }),
  },
});
