import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { launchBrowser } from '../support/launch-browser.ts';
import { onFinished } from '../support/resources.ts';

/** Maximum time for the page to react, in milliseconds. */
const TIMEOUT = 30_000;

/** Wide enough for all columns, and small, because the processor draws each frame. */
const VIEWPORT = { width: 1100, height: 600 };

export interface TabOptions extends BrowserContextOptions {
  /** Whether requests may fail, which browsers log, too. Default false. */
  readonly mayFail?: boolean;
}

async function createContext(options: BrowserContextOptions) {
  const browser = await launchBrowser();
  // Without transitions, what moves is at its place at once.
  const context = await browser.newContext({
    viewport: VIEWPORT,
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT);
  return context;
}

/**
 * Collects what must not happen in a context until the running test or file has finished: requests to other origins
 * than `origins`, and errors that its pages log, such as a violation of their content security policy.
 */
function watch(context: BrowserContext, origins: readonly string[], mayFail: boolean): string[] {
  const problems: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol, href } = new URL(request.url());
    const isExpected = origins.includes(origin) || ['blob:', 'data:'].includes(protocol);
    if (!isExpected) problems.push(`request to ${href}`);
  });
  context.on('weberror', (error) => problems.push(`page error: ${error.error().message}`));
  context.on('console', (message) => {
    const isOfRequest = mayFail && !message.text().includes('Content Security Policy');
    if (message.type() === 'error' && !isOfRequest) problems.push(`console: ${message.text()}`);
  });
  return problems;
}

/**
 * Opens a tab for the running test or file, which shares nothing with others. Afterwards the page must not have contacted
 * other origins than `origins`, nor logged an error.
 */
export async function openTab(
  origins: readonly string[],
  { mayFail = false, ...options }: TabOptions = {},
): Promise<Page> {
  const context = await createContext(options);
  const problems = watch(context, origins, mayFail);
  onFinished(async () => {
    await context.close();
    expect(problems).toStrictEqual([]);
  });
  return context.newPage();
}

/** The tab that the tests of a worker use one after the other: a page of the same address then loads in half the time. */
let kept: Page | undefined;

/** What tests listen to. */
const EVENTS = [
  'request',
  'response',
  'console',
  'download',
  'filechooser',
  'framenavigated',
] as const;

/** Makes the kept tab as it was when it was opened, with an empty page of `origin`. Its history remains. */
async function reset(page: Page, origin: string | undefined): Promise<void> {
  const context = page.context();
  for (const event of EVENTS) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.goto(origin ? `${origin}/health` : 'about:blank');
  if (origin)
    await page.evaluate(() => [localStorage, sessionStorage].map((storage) => storage.clear()));
  await context.clearCookies();
  await context.clearPermissions();
  await page.setViewportSize(VIEWPORT);
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
}

/**
 * The same in a tab that was used before and is reset, for a test that neither sets its clock, nor adds scripts, nor
 * throttles its network: these remain. The tab keeps what it stores of `origins[0]`, an API, only for this test.
 */
export async function takeTab(
  origins: readonly string[],
  { mayFail = false }: Pick<TabOptions, 'mayFail'> = {},
): Promise<Page> {
  if (kept?.isClosed() ?? true) kept = await (await createContext({})).newPage();
  const page = kept as Page;
  const context = page.context();
  const problems = watch(context, origins, mayFail);
  onFinished(async () => {
    try {
      await reset(page, origins[0]);
    } catch (error) {
      await context.close();
      throw error;
    } finally {
      for (const event of ['request', 'weberror', 'console'] as const)
        context.removeAllListeners(event);
    }
    expect(problems).toStrictEqual([]);
  });
  return page;
}
