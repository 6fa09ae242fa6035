import { onTestFinished, vi } from 'vitest';

/** Defines `window` in the running test, so that the hooks behave as in a browser. */
export function stubBrowser(): void {
  vi.stubGlobal('window', globalThis);
  onTestFinished(() => void vi.unstubAllGlobals());
}
