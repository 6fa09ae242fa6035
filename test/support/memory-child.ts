import { once } from 'node:events';
import { createServer as listener } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bringingTheirKeys } from '../../src/callers/identify.ts';
import { createRestClient } from '../../src/rest/client.ts';
import { createServer } from '../../src/server.ts';

// What test/request-memory.test.ts runs: the API before the upstream that it is told of, which tells what of finished
// requests is still in memory.
const [, , upstream = ''] = process.argv;
const { gc } = globalThis;
if (!gc) throw new Error('This runs with --expose-gc.');

let contexts: WeakRef<object>[] = [];
let requests: WeakRef<object>[] = [];
const server = createServer({
  rest: createRestClient({ url: upstream }),
  identify: bringingTheirKeys,
  plugins: [
    {
      onRequest: ({ request }) => void requests.push(new WeakRef(request)),
      onExecute: ({ args }) => void contexts.push(new WeakRef(args.contextValue)),
    },
  ],
});

const held = (refs: readonly WeakRef<object>[]) =>
  refs.filter((ref) => ref.deref() !== undefined).length;

const COMMANDS = {
  /** Makes all that is in memory by now old, and forgets the requests so far. */
  age: () => {
    contexts = [];
    requests = [];
    gc();
    return {};
  },
  /** Collects young objects alone, until what lived through one collection has seen another, and counts. */
  count: async () => {
    const dropped = [new WeakRef({})];
    for (let collection = 0; collection < 3; collection += 1) {
      // What a WeakRef was made of or asked for stays until its turn is over.
      await nextTurn();
      gc({ type: 'minor' });
    }
    return {
      executed: contexts.length,
      requests: held(requests),
      contexts: held(contexts),
      canTell: held(dropped) === 0,
    };
  },
};

process.on('message', async (command: keyof typeof COMMANDS) => {
  process.send?.(await COMMANDS[command]());
});
const http = listener(server).listen(0, '127.0.0.1');
await once(http, 'listening');
process.send?.(http.address());
