import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { killAfterTest, waitForOutput } from './child.ts';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { tempFolder } from './temp-folder.ts';

const TEMP_PATHS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Starts nginx with src/deploy/nginx.conf as a reverse proxy of the replicas at `ports`, for the running test. */
export async function startNginx(ports: readonly number[]): Promise<string> {
  const program = findProgram('nginx');
  if (program === undefined) throw new Error('There is no nginx on this machine.');
  const folder = await tempFolder();
  const port = await freePort();
  const shipped = readFileSync('src/deploy/nginx.conf', 'utf8');
  const ownFolders = TEMP_PATHS.map((name) => `${name}_temp_path ${join(folder, name)};`);
  const lines = shipped.split('\n').filter((line) => !/server 127\.0\.0\.1:\d+ /.test(line));
  const [, parameters = ''] = /server 127\.0\.0\.1:\d+ (.*);/.exec(shipped) ?? [];
  const servers = ports.map((replica) => `server 127.0.0.1:${replica} ${parameters};`);
  const text = lines
    .join('\n')
    .replace('http {', `http {\naccess_log off;\n${ownFolders.join('\n')}`)
    .replace('upstream avatar_graphql {', `upstream avatar_graphql {\n${servers.join('\n')}`)
    .replace('listen 4000;', `listen 127.0.0.1:${port};`);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, text);
  await mkdir(join(folder, 'logs'));
  const main = `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr notice;`;
  const child = spawn(program, ['-e', 'stderr', '-p', folder, '-c', file, '-g', main]);
  killAfterTest(child);
  await waitForOutput('nginx', child, child.stderr, /event method/);
  return `http://127.0.0.1:${port}`;
}
