import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { onFinished } from '../support/resources.ts';

export { launchBrowser } from '../support/launch-browser.ts';

/** Maximum time for the page to react, in milliseconds. */
const TIMEOUT = 30_000;

/**
 * Opens a tab for the running test or file. Afterwards the page must not have contacted other origins than `origins`, nor
 * logged an error, such as a violation of its content security policy.
 * @param mayFail whether requests may fail, which browsers log, too.
 */
export async function openTab(
  browser: Browser,
  origins: readonly string[],
  { mayFail = false, ...options }: BrowserContextOptions & { readonly mayFail?: boolean } = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  const problems: string[] = [];
  await context.route('**', (route) => {
    const target = new URL(route.request().url());
    if (origins.includes(target.origin) || ['blob:', 'data:'].includes(target.protocol))
      return route.continue();
    problems.push(`request to ${target.href}`);
    return route.abort();
  });
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    const isOfRequest = mayFail && !message.text().includes('Content Security Policy');
    if (message.type() === 'error' && !isOfRequest) problems.push(`console: ${message.text()}`);
  });
  onFinished(async () => {
    await context.close();
    expect(problems).toStrictEqual([]);
  });
  return page;
}
