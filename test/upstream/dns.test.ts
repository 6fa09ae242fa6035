import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

import { createLookup, startClient } from '../support/client.ts';
import { sendTool } from '../support/tls.ts';

const T1 = { params: { id: 't1' } };

/** Starts the service at two addresses and one port. Each responds with its address. */
async function startAtTwoAddresses() {
  let port = 0;
  for (const address of ['127.0.0.1', '127.0.0.2']) {
    const server = createServer((_, response) => sendTool(response, address));
    server.listen(port, address);
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
  }
  return `http://service.example:${port}`;
}

test('a change of the service’s address takes effect after the maximum connection age', async () => {
  const url = await startAtTwoAddresses();
  let address = '127.0.0.1';
  const rest = startClient(url, { lookup: createLookup(() => address), maxConnectionAge: 1 });
  expect(await rest.tool(T1)).toMatchObject({ name: '127.0.0.1' });
  address = '127.0.0.2';
  await expect.poll(() => rest.tool(T1)).toMatchObject({ name: '127.0.0.2' });
});

test('connections below the maximum age are reused', async () => {
  const url = await startAtTwoAddresses();
  let lookups = 0;
  const lookup = createLookup(() => {
    lookups += 1;
    return '127.0.0.1';
  });
  const rest = startClient(url, { lookup });
  for (let call = 0; call < 5; call += 1) {
    await rest.tool(T1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(lookups).toBe(1);
});
