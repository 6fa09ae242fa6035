import { queryObjects } from 'node:v8';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../src/runtime/config/config.ts';
import { startApi } from '../../src/runtime/start-api.ts';

test('an API that has ended leaves nothing in the memory of its process', async () => {
  const settings = { PORT: '0', LOG_LEVEL: 'silent', UPSTREAM_URL: 'http://127.0.0.1:1' };
  const startAndClose = async () => {
    const { url, close } = await startApi(readConfig(settings));
    expect((await fetch(`${url}/metrics`)).status).toBe(200);
    await close(0);
  };
  // Node.js says once that queryObjects is experimental.
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  // Whatever keeps a part of the API keeps its metrics.
  const count = () => queryObjects(Registry, { format: 'count' });
  await startAndClose();
  const before = count();
  for (let round = 0; round < 4; round += 1) await startAndClose();
  // The last one may still be referenced by what runs here.
  expect(count()).toBeLessThan(before + 2);
});
