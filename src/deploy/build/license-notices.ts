import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Manifest = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string().default('not stated'),
  homepage: z.string().optional(),
});

/** Files in which packages say under which terms they may be handed on. */
const TERMS = /^(licen[cs]e|copying|notice)/i;

/** The folder of the package that a file is of; undefined for a file of ours. */
const packageOf = (file: string): string | undefined =>
  /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];

async function noticeOf(folder: string): Promise<string> {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const files = (await readdir(folder)).filter((name) => TERMS.test(name)).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const { name, version, license, homepage = `https://www.npmjs.com/package/${name}` } = manifest;
  return [`${name} ${version} (${license})`, homepage, ...texts.map((text) => text.trim())].join(
    '\n\n',
  );
}

/** What is told of the packages whose modules were put into ours: name, version, and the terms of each. */
export async function noticesOf(modules: readonly string[]): Promise<string> {
  const folders = new Set(modules.map(packageOf).filter((folder) => folder !== undefined));
  const notices = await Promise.all([...folders].sort().map(noticeOf));
  return `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
