import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';

/** Maximum time in milliseconds to wait for another worker that fills a folder. */
const TIMEOUT = 240_000;

/**
 * Has `fill` make the content of a folder once for all test files of a run: those of other workers wait for it. The
 * folder is on the disk, and removed at the end of the run.
 */
export async function sharedFolder(
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(process.env.TEST_SHARED ?? '', name);
  const outcome = `${folder}.outcome`;
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const failure = await fill(folder).then(
      () => '',
      (error) => String(error),
    );
    await writeFile(`${outcome}.partial`, failure);
    await rename(`${outcome}.partial`, outcome);
  }
  const failure = await vi.waitFor(() => readFile(outcome, 'utf8'), {
    timeout: TIMEOUT,
    interval: 100,
  });
  if (failure !== '') throw new Error(`${name} could not be made: ${failure}`);
  return folder;
}
