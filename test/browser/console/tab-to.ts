import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Stops of the key Tab until the search is given up. */
const MAX_STOPS = 80;

/** Whether an element has the focus, and where the focus is if nothing shows it: an outline there, or of what is around. */
const findFocus = (target: Locator) =>
  target.evaluateAll((elements) => {
    const { activeElement, body } = document;
    const around = [activeElement, activeElement?.parentElement, activeElement?.closest('label')];
    const isShown = around.some((element) => {
      if (!element) return false;
      // The focus is at one of the browser's own controls.
      if (element.matches('video, [type=datetime-local]')) return true;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    });
    return {
      isThere: elements.some((element) => element === activeElement),
      // At the end of the page, the focus leaves it for the browser.
      invisible: isShown || activeElement === body ? null : activeElement?.outerHTML.slice(0, 200),
    };
  });

/** Moves the focus to an element by the key Tab. Each stop on the way shows that it has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.first().waitFor();
  let { isThere } = await findFocus(target);
  for (let stop = 0; stop < MAX_STOPS && !isThere; stop += 1) {
    await page.keyboard.press(key);
    const focus = await findFocus(target);
    expect(focus.invisible).toBeNull();
    ({ isThere } = focus);
  }
  expect([String(target), isThere]).toStrictEqual([String(target), true]);
}
