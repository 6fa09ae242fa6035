// On SIGUSR2, prints the number of the report, the used bytes of the heap and the number of abort signals. To query
// objects collects all garbage before.
import { queryObjects } from 'node:v8';

let reports = 0;

process.on('SIGUSR2', () => {
  reports += 1;
  const signals = queryObjects(AbortSignal, { format: 'count' });
  process.stdout.write(`HEAP ${reports} ${process.memoryUsage().heapUsed} ${signals}\n`);
});
