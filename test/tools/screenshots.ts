import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { readConfig } from '../../src/runtime/config/config.ts';
import { startApi } from '../../src/runtime/start-api.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { finishFile, tempFolder } from '../support/resources.ts';

// `npm run screenshots`: takes the pictures of the README from the real pages, over the built-in avatar service as a new
// user has it.

const FOLDER = new URL('../../.github/images/', import.meta.url).pathname;

/** What a page shows before its picture is taken, by name of the picture. */
const PICTURES: Readonly<Record<string, (page: Page, url: string) => Promise<void>>> = {
  console: async (page, url) => {
    await page.goto(url);
    await page.locator('main img').last().waitFor();
    await page.locator('main img').evaluateAll((images: HTMLImageElement[]) => {
      const visible = images.filter((image) => image.getBoundingClientRect().top < innerHeight);
      return Promise.all(visible.map((image) => image.decode()));
    });
  },
  explorer: async (page, url) => {
    await page.goto(`${url}/graphql`);
    await page.locator('.graphiql-editors .view-line', { hasText: 'Welcome' }).waitFor();
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.result-window').getByText('Nora, museum guide').waitFor();
  },
};

const api = await startApi(
  readConfig({ PORT: '0', DATA_DIR: await tempFolder(), LOG_LEVEL: 'error' }),
);
const browser = await launchBrowser();
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  for (const [name, show] of Object.entries(PICTURES)) {
    const page = await context.newPage();
    await show(page, api.url);
    const path = join(FOLDER, `${name}.jpg`);
    await page.screenshot({ path, type: 'jpeg', quality: 70 });
    process.stdout.write(`${path}: ${Math.round((await stat(path)).size / 1024)} kB\n`);
  }
} finally {
  await browser.close();
  await api.close(0);
  await finishFile();
}
