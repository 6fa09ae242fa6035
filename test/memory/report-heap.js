// On SIGUSR2, collects all garbage and prints the number of the report, the used bytes of the heap and the number of abort
// signals.
import { queryObjects } from 'node:v8';

let reports = 0;

process.on('SIGUSR2', () => {
  reports += 1;
  gc();
  gc();
  const signals = queryObjects(AbortSignal, { format: 'count' });
  process.stdout.write(`HEAP ${reports} ${process.memoryUsage().heapUsed} ${signals}\n`);
});
