/** Work in the background that is done step by step. */
export interface BackgroundLoop {
  /** Starts the work, or has it look again for more. */
  wake(): void;
  /** Resolves when no step is running. */
  stop(): Promise<void>;
}

/**
 * Creates a loop that, once woken, repeats `step` until there is nothing left to do, which it says by false. An error ends
 * the work until the next wake.
 */
export function createBackgroundLoop(
  step: () => Promise<boolean>,
  onError: (error: unknown) => void,
): BackgroundLoop {
  let running: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;
  const run = async () => {
    isWoken = false;
    while (!isStopped && (await step()));
  };
  const wake = () => {
    isWoken = true;
    running ??= run()
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (isWoken && !isStopped) wake();
      });
  };
  return {
    wake,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}
