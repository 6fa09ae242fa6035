import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Manifest = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string().default('not stated'),
  homepage: z.string().optional(),
});

/** Names of license files. */
const LICENSE_FILES = /^(licen[cs]e|copying|notice)/i;

/** Returns the folder of the package that a file belongs to; undefined for this project's own files. */
const getPackageFolder = (file: string): string | undefined =>
  /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];

async function createNotice(folder: string): Promise<string> {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const files = (await readdir(folder)).filter((name) => LICENSE_FILES.test(name)).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const { name, version, license, homepage = `https://www.npmjs.com/package/${name}` } = manifest;
  return [`${name} ${version} (${license})`, homepage, ...texts.map((text) => text.trim())].join(
    '\n\n',
  );
}

/** Creates the notices of all bundled packages: name, version and license text. */
export async function createAllNotices(modules: readonly string[]): Promise<string> {
  const folders = new Set(modules.map(getPackageFolder).filter((folder) => folder !== undefined));
  const notices = await Promise.all([...folders].sort().map(createNotice));
  return `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
