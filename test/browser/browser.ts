import chromium from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
} from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

/** Maximum time for the page to react, in milliseconds. */
const TIMEOUT = 15_000;

/** Disables Chromium's background requests, so that every request is the page's. */
const ARGS = [
  '--headless=shell',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
];

/**
 * Starts headless Chromium from the npm registry.
 * @throws Error if it cannot run on this machine.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await chromium.executablePath();
  try {
    return await playwright.launch({ executablePath, args: ARGS, headless: true });
  } catch (error) {
    throw new Error(
      'Chromium does not start here; on Debian it needs the packages libnss3, libnspr4 and libexpat1.',
      {
        cause: error,
      },
    );
  }
}

/**
 * Opens a tab for the current test. Afterwards the page must not have contacted other origins than `origins`, nor
 * logged an error, such as a violation of its content security policy.
 */
export async function openTab(
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  const troubles: string[] = [];
  await context.route('**', (route) => {
    const target = new URL(route.request().url());
    if (origins.includes(target.origin) || ['blob:', 'data:'].includes(target.protocol))
      return route.continue();
    troubles.push(`request to ${target.href}`);
    return route.abort();
  });
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  onTestFinished(async () => {
    await context.close();
    expect(troubles).toStrictEqual([]);
  });
  return page;
}
