import { onTestFinished, TestRunner } from 'vitest';

const cleanUps: (() => unknown)[] = [];

/** Registers a clean-up after the running test, or after the file if no test is running. */
export function onFinished(cleanUp: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await cleanUp()));
  else cleanUps.push(cleanUp);
}

/**
 * Runs the clean-ups of the file, the last one first, and all of them, even if one fails. Vitest ignores those that
 * `beforeAll` registers by `afterAll`.
 */
export async function finishFile(): Promise<void> {
  const cleanUp = cleanUps.pop();
  if (!cleanUp) return;
  try {
    await cleanUp();
  } finally {
    await finishFile();
  }
}
