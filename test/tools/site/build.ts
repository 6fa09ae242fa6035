/**
 * `npm run docs`: builds the pages of the documentation as a static site with navigation and search, and checks its links.
 * In a workflow of GitHub, links to files that are no pages lead to the repository; elsewhere only their text stays.
 *
 * Usage: npm run docs -- --base /path/ where the site is served, if not at the root of its host
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkSite } from './check-site.ts';
import { getSitePath, listPages } from './pages.ts';

const FOLDER = 'test/tools/site';
const PAGES = join(FOLDER, 'dist/pages');
const SITE = join(FOLDER, 'dist/site');

const { base } = parseArgs({ options: { base: { type: 'string', default: '/' } } }).values;

rmSync(join(FOLDER, 'dist'), { recursive: true, force: true });
for (const path of Object.values(listPages()).flat()) cpSync(path, join(PAGES, getSitePath(path)));
for (const path of globSync('.github/images/*'))
  cpSync(path, join(PAGES, 'public', getSitePath(path)));

const program = join(FOLDER, 'node_modules/vitepress/bin/vitepress.js');
const { status } = spawnSync(process.execPath, [program, 'build', FOLDER, '--base', base], {
  stdio: 'inherit',
});
const problems = status === 0 ? checkSite(SITE, base) : ['VitePress failed.'];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exit(1);
process.stdout.write(`The site is in ${SITE}: ${globSync(`${SITE}/**/*.html`).length} pages.\n`);
