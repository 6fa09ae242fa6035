import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { PEERS } from './targets.ts';

// Installs the peers that the bench compares with, in a folder that git ignores: npm run bench:peers

mkdirSync(PEERS, { recursive: true });
writeFileSync(`${PEERS}/package.json`, JSON.stringify({ private: true }));

const install = (...packages: string[]) =>
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], {
    cwd: PEERS,
    stdio: 'inherit',
  });

// The newest Tailcall needs glibc 2.39; where that is not there, the newest that starts is taken.
for (const version of ['1.6.14', '1.0.0']) {
  install(`@tailcallhq/core-linux-x64-gnu@${version}`);
  const { status, stdout } = spawnSync(`${PEERS}/node_modules/.bin/tailcall`, ['--version']);
  if (status !== 0) continue;
  process.stdout.write(`Installed ${stdout}`);
  break;
}
