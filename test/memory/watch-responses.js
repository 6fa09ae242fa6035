// Loaded into a program before it starts, with --expose-gc. The first SIGUSR2 moves all objects to the old generation and
// starts to record responses; the second one prints how many of them are still in memory. Minor garbage collections run
// after every tenth request, while others are active.
import { subscribe } from 'node:diagnostics_channel';
import { setImmediate as waitForNextTurn } from 'node:timers/promises';

const { gc } = globalThis;
const collectMinor = () => gc({ type: 'minor' });

let isWatching = false;
const responses = [];
subscribe('http.server.request.start', ({ response }) => {
  if (!isWatching) return;
  responses.push(new WeakRef(response));
  if (responses.length % 10 === 0) setImmediate(collectMinor);
});

process.on('SIGUSR2', async () => {
  isWatching = !isWatching;
  if (isWatching) {
    gc();
    gc();
    process.stdout.write('WATCHING\n');
    return;
  }
  const unused = new WeakRef({});
  for (let sweep = 0; sweep < 3; sweep += 1) {
    await waitForNextTurn();
    collectMinor();
  }
  // Node 24 clears a WeakRef only in a full garbage collection.
  const isCleared = unused.deref() === undefined;
  const held = isCleared ? responses.filter((each) => each.deref()).length : 'unknown';
  process.stdout.write(`HELD ${held} of ${responses.length}\n`);
});
