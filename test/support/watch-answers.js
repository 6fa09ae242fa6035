// Loaded into a program before it starts, with --expose-gc: on SIGUSR2 it begins to note each answer it is to give, and
// on the next it says how many of them still live. What is young is collected after every tenth request, while some are
// under way; what was there before the first signal is old by then.
import { subscribe } from 'node:diagnostics_channel';
import { setImmediate as turn } from 'node:timers/promises';

const { gc } = globalThis;
const collectYoung = () => gc({ type: 'minor' });

let isWatching = false;
const answers = [];
subscribe('http.server.request.start', ({ response }) => {
  if (!isWatching) return;
  answers.push(new WeakRef(response));
  if (answers.length % 10 === 0) setImmediate(collectYoung);
});

process.on('SIGUSR2', async () => {
  isWatching = !isWatching;
  if (isWatching) {
    gc();
    gc();
    process.stdout.write('WATCHING\n');
    return;
  }
  const dropped = new WeakRef({});
  for (let sweep = 0; sweep < 3; sweep += 1) {
    await turn();
    collectYoung();
  }
  // Node 24 clears a WeakRef only when it collects all there is.
  const canTell = dropped.deref() === undefined;
  const held = canTell ? answers.filter((answer) => answer.deref()).length : 'unknown';
  process.stdout.write(`HELD ${held} of ${answers.length}\n`);
});
