import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findDifference } from './compare.ts';
import { takePictures } from './take.ts';

type Outcome = 'same' | 'new' | 'changed';

/**
 * Takes pictures of all pages of the console, and compares them with those in `folder`. A picture that the folder does not
 * have is added. If one differs, `folder/differences` has it, what it was and where it differs, and the exit code is 1; with
 * `isAccepted`, it replaces the one in the folder.
 */
export async function compareFolder(folder: string, isAccepted: boolean): Promise<void> {
  const differences = join(folder, 'differences');
  await rm(differences, { recursive: true, force: true });
  await mkdir(differences, { recursive: true });

  const counts: Record<Outcome, number> = { same: 0, new: 0, changed: 0 };

  async function check(name: string, picture: Buffer): Promise<Outcome> {
    const path = join(folder, name);
    const before = await readFile(path).catch(() => undefined);
    const difference = before && findDifference(before, picture);
    if (before && !difference) return 'same';
    if (!before || isAccepted) await writeFile(path, picture);
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
  if (counts.changed > 0 && !isAccepted) process.exitCode = 1;
}
