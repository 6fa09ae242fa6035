// Loaded before the API by waiting.ts: on SIGUSR2 it collects all garbage and prints the bytes that are alive.
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  process.stdout.write(`ALIVE ${process.memoryUsage().heapUsed}\n`);
});
