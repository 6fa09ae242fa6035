import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Cleans up after the running test, or after the file for what it starts outside of tests, for all of them to share. */
export function onFinished(cleanUp: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await cleanUp()));
  else afterAll(async () => void (await cleanUp()));
}
