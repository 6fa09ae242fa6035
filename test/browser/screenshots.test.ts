import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { findDifference } from '../tools/screenshots/compare.ts';
import { takeTab } from './browser.ts';

const SIZE = { width: 600, height: 200 };

const TEXT = '<p>Sessions of one persona, with their transcripts and what they cost.</p>';

/** Takes a picture of text. */
async function takePicture(body: string, style = ''): Promise<Buffer> {
  const page = await takeTab([]);
  await page.setViewportSize(SIZE);
  await page.setContent(`<style>body { font: 16px sans-serif; ${style} }</style>${body}`);
  return page.screenshot({ fullPage: true });
}

test('pictures of the same text are the same, also where its edges are smoothed otherwise', async () => {
  const before = await takePicture(TEXT);
  expect(findDifference(before, await takePicture(TEXT))).toBeUndefined();
  const smoothed = await takePicture(TEXT, 'color: #101010');
  expect(smoothed.equals(before)).toBe(false);
  expect(findDifference(before, smoothed)).toBeUndefined();
});

test.each([
  ['another word', TEXT.replace('cost', 'took'), ''],
  ['another color', TEXT, 'color: #5f3df0'],
  ['a shifted line', TEXT, 'padding-left: 2px'],
  ['a higher page', `${TEXT}<div style="height: 2000px"></div>`, ''],
])('%s is a difference, with a picture of where', async (_, body, style) => {
  const difference = findDifference(await takePicture(TEXT), await takePicture(body, style));
  expect(PNG.sync.read(difference ?? Buffer.alloc(0)).width).toBe(SIZE.width);
});
