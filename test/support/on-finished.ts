import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Registers a clean-up after the running test, or after the file if no test is running. */
export function onFinished(cleanUp: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await cleanUp()));
  else afterAll(async () => void (await cleanUp()));
}
