// On SIGUSR2, collects all garbage and prints a number and the bytes that are still in use.
let reports = 0;

process.on('SIGUSR2', () => {
  reports += 1;
  gc();
  gc();
  process.stdout.write(`HEAP ${reports} ${process.memoryUsage().heapUsed}\n`);
});
