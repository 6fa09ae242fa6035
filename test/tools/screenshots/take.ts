import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { Browser } from 'playwright-core';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { startApi } from '../../../src/runtime/start-api.ts';
import { PAGES } from '../../browser/console/pages.ts';
import { launchBrowser } from '../../support/launch-browser.ts';

/** The time of all pictures: sample data is relative to it. */
const NOW = Date.parse('2026-06-01T12:00:00Z');

const VIEWS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 800 } },
} as const;

/** What makes two pictures of the same page the same. */
const STEADY = { locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' } as const;

/** Lets a page see this time. Its timers run, which they do not with the clock of Playwright. */
function stopClock(now: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (target, parts) => Reflect.construct(target, parts.length > 0 ? parts : [now]),
    get: (target, key) => (key === 'now' ? () => now : Reflect.get(target, key)),
  });
}

const nameFile = (path: string, view: string) =>
  `${path.replace(/[^\w-]+/g, '_').replace(/^_|_$/g, '') || 'start'}.${view}.png`;

async function takeView(
  browser: Browser,
  url: string,
  view: keyof typeof VIEWS,
  onPicture: (name: string, picture: Buffer) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ ...STEADY, ...VIEWS[view] });
  try {
    await context.addInitScript(stopClock, NOW);
    const page = await context.newPage();
    for (const path of PAGES) {
      await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
      await page.locator('main h1').waitFor();
      await page.evaluate(() => {
        for (const image of document.images) image.loading = 'eager';
        return Promise.allSettled(Array.from(document.images, (image) => image.decode()));
      });
      await page.locator('.loading, [aria-busy="true"]').first().waitFor({ state: 'detached' });
      const picture = await page.screenshot({ fullPage: true, caret: 'hide' });
      await onPicture(nameFile(path, view), picture);
    }
  } finally {
    await context.close();
  }
}

/** Takes pictures of all pages of the console with the sample data, light, dark and on a phone. */
export async function takePictures(
  onPicture: (name: string, picture: Buffer) => Promise<void>,
): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'avatar-graphql-screenshots-'));
  mock.timers.enable({ apis: ['Date'], now: NOW });
  const api = await startApi(readConfig({ PORT: '0', DATA_DIR: data, LOG_LEVEL: 'error' }));
  const browser = await launchBrowser();
  try {
    for (const view of ['light', 'dark', 'phone'] as const)
      await takeView(browser, api.url, view, onPicture);
  } finally {
    await browser.close();
    await api.close(0);
    mock.timers.reset();
    await rm(data, { recursive: true, force: true });
  }
}
