import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** Chromium without its own errands, so that every request is the page's. */
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
 * Starts a real browser: the Chromium that comes from the npm registry, headless.
 * @throws Error that says so where this machine cannot run it.
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
