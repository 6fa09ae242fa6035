import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listen, tempFile } from '../support/resources.ts';
import { start } from '../support/start.ts';
import { openTab } from './browser.ts';

const guide = readFileSync('src/deploy/TOKENS-FOR-USERS.md', 'utf8');

/** Returns a file that the guide writes. */
const readFile = (name: string) =>
  guide.split(`cat > ${name} <<'END'\n`)[1]?.split('\nEND\n')[0] ?? '';

/** Starts the API, the page and the challenge of the guide, each on a port of its own. */
async function startGuide(challengeAnswer = '{"success":true,"hostname":"localhost"}') {
  const challenges: string[] = [];
  const challenge = await listen(async (request, response) => {
    challenges.push(Buffer.concat(await request.toArray()).toString());
    response.end(challengeAnswer);
  });
  let html = '';
  const site = await listen((_, response) => {
    response.setHeader('content-type', 'text/html').end(html);
  });
  // Another origin than that of the API, whose address has an IP address.
  const origin = site.replace('127.0.0.1', 'localhost');
  const policy = readFile('guests.yaml').replace('http://127.0.0.1:4002', challenge);
  const { url, summary } = await start({
    settings: {
      GUEST_SECRET: 'replace-this-secret-of-at-least-32-bytes',
      CHALLENGE_SECRET: 'any',
      PUBLIC_URL: 'http://127.0.0.1:4000',
      CORS_ORIGINS: origin,
      POLICY: await tempFile(policy),
    },
  });
  html = readFile('index.html').replace('http://127.0.0.1:4000', url);
  const [service = ''] =
    /http:\S+/.exec(summary.find((line) => /^Upstream/.test(line)) ?? '') ?? [];
  return { url, origin, service, challenges };
}

test('a guest on a page of another origin starts a session, and keeps its token and its session token after a reload', async () => {
  const { url, origin, service, challenges } = await startGuide();
  const page = await openTab([origin, url]);
  const talk = async () => {
    await page.goto(origin);
    await page.getByRole('button', { name: 'Talk' }).dblclick();
    const output = page.locator('output:not(:empty)');
    await output.waitFor();
    return (await output.textContent()) ?? '';
  };
  const sessionToken = await talk();
  expect(sessionToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(await talk()).toBe(sessionToken);
  expect(challenges).toHaveLength(1);
  expect(challenges[0]).toContain('secret=any&response=');
  const started = await fetch(`${service}/v1/engine/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sessionToken}` },
  });
  expect(started.ok).toBe(true);
  // The API asks once in two seconds whether it has started.
  await expect.poll(talk, { timeout: 30_000, interval: 500 }).not.toBe(sessionToken);
});

test('a visitor who does not pass the challenge sees why', async () => {
  const { url, origin } = await startGuide('{"success":false}');
  const page = await openTab([origin, url], { mayFail: true });
  await page.goto(origin);
  await page.getByRole('button', { name: 'Talk' }).click();
  await page.getByText('The challenge was not passed.').waitFor();
});
