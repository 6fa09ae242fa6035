/** The pages of the site. They stay beside what they describe; paths are relative to the repository. */
import { globSync } from 'node:fs';

/** The groups of the navigation, in its order. A page is in the first group that names it. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Get started': ['README.md'],
  'Use the API': [
    'src/graphql/OPERATIONS.md',
    'src/graphql/ERRORS.md',
    'src/hooks/README.md',
    'src/server/authentication/README.md',
    'src/deploy/TOKENS-FOR-USERS.md',
    'src/server/mcp/README.md',
    'src/server/documents/README.md',
    'src/graphql/federation/README.md',
    'src/graphql/README.md',
  ],
  'Build it in': ['src/deploy/FRAMEWORKS.md', 'src/deploy/IN-YOUR-SERVER.md'],
  'Operate it': [
    'src/deploy/README.md',
    'src/deploy/SETTINGS.md',
    'src/server/limits/README.md',
    'src/deploy/*.md',
    'src/avatar-service/README.md',
    '.github/SECURITY.md',
  ],
  'How it works': [
    '.github/CONTRIBUTING.md',
    'src/server/README.md',
    'src/*/README.md',
    'src/*/*/README.md',
  ],
  Project: [
    'CHANGELOG.md',
    'test/README.md',
    'test/tools/README.md',
    'test/tools/bench/FINDINGS.md',
  ],
};

/** Lists the pages of each group of the navigation. */
export function listPages(): Readonly<Record<string, readonly string[]>> {
  const listed = new Set<string>();
  const listNew = (pattern: string) => {
    const paths = globSync(pattern)
      .sort()
      .filter((path) => !listed.has(path));
    for (const path of paths) listed.add(path);
    return paths;
  };
  return Object.fromEntries(
    Object.entries(GROUPS).map(([title, patterns]) => [title, patterns.flatMap(listNew)]),
  );
}

/** Returns the path of a page or an image on the site. */
export const getSitePath = (path: string): string =>
  path
    .replace(/^(src|\.github)\//, '')
    .replace(/README\.md$/, 'index.md')
    .toLowerCase();

/** Returns the anchor that GitHub creates for a heading. Those of the site are the same. */
export const createAnchor = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
