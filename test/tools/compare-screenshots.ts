import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findDifference } from './screenshots/compare.ts';
import { takePictures } from './screenshots/take.ts';

// `npm run screenshots:compare -- FOLDER [--accept]`: takes pictures of all pages of the console, and compares them with
// those in FOLDER. A picture that FOLDER does not have is added. If one differs, FOLDER/differences has it, what it was
// and where it differs, and the exit code is 1; with --accept, it replaces the one in FOLDER.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { accept: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('The folder of the pictures is missing.');

const differences = join(folder, 'differences');
await rm(differences, { recursive: true, force: true });
await mkdir(differences, { recursive: true });

const counts = { same: 0, new: 0, changed: 0 };

async function check(name: string, picture: Buffer): Promise<keyof typeof counts> {
  const path = join(folder ?? '', name);
  const before = await readFile(path).catch(() => undefined);
  const difference = before && findDifference(before, picture);
  if (before && !difference) return 'same';
  if (!before || values.accept) await writeFile(path, picture);
  if (!before || !difference) return 'new';
  const [stem] = name.split(/\.png$/);
  await writeFile(join(differences, `${stem}.before.png`), before);
  await writeFile(join(differences, `${stem}.after.png`), picture);
  await writeFile(join(differences, `${stem}.difference.png`), difference);
  process.stdout.write(`changed: ${name}\n`);
  return 'changed';
}

await takePictures(async (name, picture) => {
  counts[await check(name, picture)] += 1;
});
process.stdout.write(`${JSON.stringify(counts)}\n`);
if (counts.changed > 0 && !values.accept) process.exitCode = 1;
