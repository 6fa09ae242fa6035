/** Runs a function. When the signal is aborted, the promise is immediately rejected with its reason. */
export const runUntilAborted = <Data>(
  run: () => Promise<Data>,
  signal: AbortSignal | undefined,
): Promise<Data> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    run()
      .finally(() => signal?.removeEventListener('abort', abort))
      .then(resolve, reject);
  });
