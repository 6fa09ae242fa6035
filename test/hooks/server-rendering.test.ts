import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { transformSync } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { openTab } from '../browser/browser.ts';
import { fakeService, forwardTo, sendJson } from '../support/fake-service.ts';
import { listen } from '../support/resources.ts';
import { start } from '../support/start.ts';
import { bundlePage } from './bundle.ts';

// Node.js loads TypeScript, but no JSX.
registerHooks({
  load: (url, context, nextLoad) => {
    if (!url.endsWith('.tsx')) return nextLoad(url, context);
    const { code } = transformSync(url, readFileSync(new URL(url), 'utf8'));
    return { format: 'module', source: code, shortCircuit: true };
  },
});

const { servePages } = await import('./server-rendering/server.tsx');

/** Starts an upstream whose records contain the name of the caller. It responds to the first `callers` calls for tools together. */
async function startUpstreamOfCallers(callers: number) {
  const calls: string[] = [];
  const waiting: (() => void)[] = [];
  const upstream = await fakeService(({ url = '', headers }, response) => {
    const caller = (headers.authorization ?? '').replace('Bearer ', '');
    const [, id] = /(\w+)$/.exec(url) ?? [];
    calls.push(`${id} ${caller}`);
    const answer = () =>
      sendJson(response, 200, { id, name: caller, displayName: caller, type: 'CLIENT' });
    if (id !== 't1') return answer();
    waiting.push(answer);
    if (calls.filter((call) => call.startsWith('t1')).length >= callers)
      for (const send of waiting.splice(0)) send();
  });
  return { url: upstream.url, calls };
}

test('pages that are streamed for two users concurrently have the data of their user', async () => {
  const upstream = await startUpstreamOfCallers(2);
  const api = await start({ upstream });
  const script = await bundlePage('test/hooks/server-rendering/browser.tsx');
  const pages = servePages(api.url, script);
  const forward = forwardTo(new URL(api.url).origin);
  const url = await listen((request, response) =>
    (request.url === '/graphql' ? forward : pages)(request, response),
  );
  const tabs = await Promise.all(
    ['ada', 'grace'].map(async (user) => {
      const page = await openTab([url]);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.method()));
      return { user, page, requests };
    }),
  );
  const getShown = (page: (typeof tabs)[number]['page']) =>
    Promise.all(['#avatar', '#tool'].map((part) => page.locator(part).textContent()));

  await Promise.all(
    tabs.map(async ({ user, page }) => {
      const response = await page.goto(`${url}/?user=${user}`);
      const html = (await response?.text()) ?? '';
      // The tool arrives after the first part of the page.
      expect(html.indexOf('Loading the tool')).toBeGreaterThan(-1);
      expect(html.indexOf('id="tool"')).toBeGreaterThan(html.indexOf('Loading the tool'));
      expect(html).not.toContain(user === 'ada' ? 'grace' : 'ada');
      expect(html).not.toContain('Bearer');
    }),
  );
  for (const { user, page } of tabs) expect(await getShown(page)).toStrictEqual([user, user]);
  const fetched = ['a1 ada', 'a1 grace', 't1 ada', 't1 grace'];
  expect([...upstream.calls].sort()).toStrictEqual(fetched);

  for (const { user, page, requests } of tabs) {
    const refetched = page.waitForResponse(`${url}/graphql`);
    await page.getByRole('button', { name: 'Refetch' }).click();
    await refetched;
    expect(await getShown(page)).toStrictEqual([user, user]);
    expect(requests.filter((method) => method === 'POST')).toHaveLength(1);
  }
  expect([...upstream.calls].sort()).toStrictEqual([...fetched, 't1 ada', 't1 grace'].sort());
}, 60_000);
