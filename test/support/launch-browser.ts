import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/**
 * Disables Chromium's background requests, so that every request is the page's, and knows no host but this machine. One
 * process renders all pages of a context: with one for each navigation, a page took nearly twice the processor time. V8
 * does not optimize what lives for a second only.
 */
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
  '--renderer-process-limit=1',
  '--js-flags=--no-maglev --no-turbofan',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

let shared: Promise<Browser> | undefined;

/**
 * Returns headless Chromium from the npm registry, one for all test files of a worker. It ends with the worker, and is
 * started again after a crash.
 * @throws Error if it cannot run on this machine.
 */
export async function launchBrowser(): Promise<Browser> {
  const running = await shared;
  if (running?.isConnected()) return running;
  shared = launch();
  return shared;
}

async function launch(): Promise<Browser> {
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
