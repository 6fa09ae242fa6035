// Loaded before the API: on SIGUSR2, prints the bytes that were ever allocated, and the CPU time in microseconds.
import { getHeapStatistics } from 'node:v8';

process.on('SIGUSR2', () => {
  const { total_allocated_bytes: allocated = 0 } = getHeapStatistics();
  const { user, system } = process.cpuUsage();
  process.stdout.write(`READING ${JSON.stringify({ allocated, micros: user + system })}\n`);
});
