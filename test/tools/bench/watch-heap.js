// Loaded before the API: on SIGUSR2, prints the bytes in use, those that were ever allocated, and the CPU time in
// microseconds. With --expose-gc, all garbage is collected before.
import { getHeapStatistics } from 'node:v8';

process.on('SIGUSR2', () => {
  const { total_allocated_bytes: allocated } = getHeapStatistics();
  const { user, system } = process.cpuUsage();
  globalThis.gc?.();
  const { heapUsed } = process.memoryUsage();
  const reading = { alive: heapUsed, allocated: allocated ?? 0, micros: user + system };
  process.stdout.write(`READING ${JSON.stringify(reading)}\n`);
});
