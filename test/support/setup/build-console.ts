import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Builds the console before the tests, so that they use its current source. */
export default async function setup(): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, ['src/console/build.js'], { env });
}
