// Loaded before the API: on SIGUSR2, prints the number of the reading, the bytes that were ever allocated and those in use,
// and the CPU time in microseconds. With --expose-gc, all garbage is collected before.
import { getHeapStatistics } from 'node:v8';

let number = 0;
process.on('SIGUSR2', () => {
  const { total_allocated_bytes: allocated } = getHeapStatistics();
  const { user, system } = process.cpuUsage();
  globalThis.gc?.();
  const { heapUsed } = process.memoryUsage();
  number += 1;
  const reading = { number, allocated: allocated ?? 0, alive: heapUsed, micros: user + system };
  process.stdout.write(`READING ${JSON.stringify(reading)}\n`);
});
