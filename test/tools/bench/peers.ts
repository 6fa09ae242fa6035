import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { PEERS } from './targets.ts';

// Installs the peers that the bench compares with, in a folder that git ignores: npm run bench:peers

const install = (folder: string, packages: readonly string[], manifest: object = {}) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, JSON.stringify({ private: true, ...manifest }));
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options, ...packages], { cwd: folder, stdio: 'inherit' });
};

// The newest Tailcall needs glibc 2.39; where that is not there, the newest that starts is taken.
for (const version of ['1.6.14', '1.0.0']) {
  install(PEERS, [`@tailcallhq/core-linux-x64-gnu@${version}`]);
  const { status, stdout } = spawnSync(`${PEERS}/node_modules/.bin/tailcall`, ['--version']);
  if (status !== 0) continue;
  process.stdout.write(`Installed ${stdout}`);
  break;
}

const mercurius = `${PEERS}/mercurius`;
install(mercurius, ['mercurius@16.10.1', 'fastify@5.12.8']);

// What a careful team adds to Yoga. All share the graphql of our package, so that there is one realm of its types.
const careful = `${PEERS}/careful-yoga`;
install(careful, [
  '@escape.tech/graphql-armor@3.2.0',
  '@graphql-yoga/plugin-csrf-prevention@3.24.1',
  '@envelop/rate-limiter@10.2.1',
  '@graphql-yoga/plugin-prometheus@6.19.1',
  'cockatiel@4.0.0',
]);
for (const shared of ['graphql', 'graphql-yoga', 'prom-client'])
  rmSync(`${careful}/node_modules/${shared}`, { recursive: true, force: true });
