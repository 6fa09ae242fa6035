import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { PEERS } from './targets.ts';

// Installs what a careful team adds to Yoga, with which the bench compares, in a folder that git ignores: npx node test/tools/bench/peers.ts

const PACKAGES = [
  '@escape.tech/graphql-armor@3.2.0',
  '@graphql-yoga/plugin-csrf-prevention@3.24.1',
  '@envelop/rate-limiter@10.2.1',
  '@graphql-yoga/plugin-prometheus@6.19.1',
  'cockatiel@4.0.0',
];

mkdirSync(PEERS, { recursive: true });
writeFileSync(`${PEERS}/package.json`, '{ "private": true }');
const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
execFileSync('npm', ['install', ...options, ...PACKAGES], { cwd: PEERS, stdio: 'inherit' });
// All share those of our package, so that there is one realm of their types.
for (const shared of ['graphql', 'graphql-yoga', 'prom-client'])
  rmSync(`${PEERS}/node_modules/${shared}`, { recursive: true, force: true });
