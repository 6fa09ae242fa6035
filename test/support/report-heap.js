// On SIGUSR2, collects all garbage and prints a number, the bytes that are still in use, and how many abort signals there are.
import { queryObjects } from 'node:v8';

let reports = 0;

process.on('SIGUSR2', () => {
  reports += 1;
  gc();
  gc();
  const signals = queryObjects(AbortSignal, { format: 'count' });
  process.stdout.write(`HEAP ${reports} ${process.memoryUsage().heapUsed} ${signals}\n`);
});
