import { spawn } from 'node:child_process';
import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { killAfterTest, waitForOutput } from './child.ts';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { otherUser } from './postgres-cluster.ts';
import { tempFolder } from './temp-folder.ts';

/**
 * Starts PgBouncer with the configuration that we ship before the database at an address, for the running test.
 * @returns the same database's address by way of it.
 */
export async function startPgbouncer(databaseUrl: string, poolSize: number): Promise<string> {
  const program = findProgram('pgbouncer');
  if (program === undefined) throw new Error('There is no PgBouncer on this machine.');
  const folder = await tempFolder();
  const url = new URL(databaseUrl);
  const port = await freePort();
  const users = join(folder, 'userlist.txt');
  const file = join(folder, 'pgbouncer.ini');
  const text = (await readFile('src/deploy/pgbouncer.ini', 'utf8'))
    .replace(/^avatars = .*$/m, `* = host=${url.hostname} port=${url.port}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
    .replace(/^default_pool_size = .*$/m, `default_pool_size = ${poolSize}`);
  await writeFile(users, `"${url.username}" "${url.password}"\n`);
  await writeFile(file, text);
  const user = otherUser();
  if (user) for (const path of [folder, users, file]) await chown(path, user.uid, user.gid);
  const child = spawn(program, [file], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  killAfterTest(child);
  await waitForOutput('PgBouncer', child, child.stderr, /process up/);
  return Object.assign(url, { hostname: '127.0.0.1', port }).href;
}
