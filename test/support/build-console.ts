import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Builds the console before the tests, as an install does, so that they see the source as it is now. */
export default async function setup(): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, ['src/console/build.js'], { env });
}
