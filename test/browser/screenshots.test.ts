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

test.each([
  ['the same text', false, TEXT, ''],
  ['text whose edges are smoothed otherwise', false, TEXT, 'color: #101010'],
  ['another word', true, TEXT.replace('cost', 'took'), ''],
  ['another color', true, TEXT, 'color: #5f3df0'],
  ['a shifted line', true, TEXT, 'padding-left: 2px'],
  ['a higher page', true, `${TEXT}<div style="height: 2000px"></div>`, ''],
])('%s is a difference, with a picture of where: %s', async (_, isDifferent, body, style) => {
  const difference = findDifference(await takePicture(TEXT), await takePicture(body, style));
  expect(difference && PNG.sync.read(difference).width).toBe(isDifferent ? SIZE.width : undefined);
});
