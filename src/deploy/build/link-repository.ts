/**
 * Names the repository in both packages, and makes the relative links of the pages in the packages absolute, because the
 * files that they lead to are not there. Run by the release, before `npm run pack`: the repository is not known before.
 *
 * Usage: node src/deploy/build/link-repository.ts owner/name v1.0.0
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { z } from 'zod';

/** The pages in the packages, and the manifests. */
const PAGES = ['README.md', 'CHANGELOG.md', 'src/hooks/README.md'];
const MANIFESTS = ['package.json', 'src/hooks/package.json'];

/** Returns the address of a file in a version of a repository on GitHub. */
export const linkFile = (path: string, repository: string, tag: string): string => {
  const kind = /\.(jpg|png|svg|webp)$/.test(path) ? 'raw' : 'blob';
  return `https://github.com/${repository}/${kind}/${tag}/${path}`;
};

/** The target of a link or an image that is a path, and what follows it. */
const RELATIVE_LINK = /\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)/g;

/** Returns a page whose relative links lead to a version of a repository on GitHub. */
export const linkPage = (page: string, path: string, repository: string, tag: string): string =>
  page.replace(RELATIVE_LINK, (_, target: string, anchor = '') => {
    const file = join(dirname(path), target);
    return `](${linkFile(file, repository, tag)}${anchor})`;
  });

if (import.meta.main) {
  const [repository, tag] = z.tuple([z.string(), z.string()]).parse(process.argv.slice(2));
  const web = `https://github.com/${repository}`;
  for (const path of PAGES)
    writeFileSync(path, linkPage(readFileSync(path, 'utf8'), path, repository, tag));
  for (const path of MANIFESTS) {
    const manifest = z.looseObject({}).parse(JSON.parse(readFileSync(path, 'utf8')));
    const directory = dirname(path);
    const isRoot = directory === '.';
    const named = {
      ...manifest,
      homepage: isRoot ? `${web}#readme` : `${web}/tree/${tag}/${directory}#readme`,
      repository: { type: 'git', url: `git+${web}.git`, ...(!isRoot && { directory }) },
      bugs: `${web}/issues`,
    };
    writeFileSync(path, `${JSON.stringify(named, null, 2)}\n`);
  }
}
