// `npm run bench -- [peers | reads | waiting | allocations | worst-cases] [options]`: the file of that name, or bench/run.ts.
const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  peers: () => import('./bench/peers.ts'),
  reads: () => import('./bench/reads.ts'),
  waiting: () => import('./bench/waiting.ts'),
  allocations: () => import('./bench/allocations.ts'),
  'worst-cases': () => import('./worst-cases.ts'),
};

const command = COMMANDS[process.argv[2] ?? ''];
// The files read the rest of the command line.
if (command) process.argv.splice(2, 1);
await (command ?? (() => import('./bench/run.ts')))();
