// Loaded before the API: on SIGUSR2, prints the collections since the last time, each as kind, start and duration in
// milliseconds. The start is on the system's clock.
import { PerformanceObserver, performance } from 'node:perf_hooks';

let collections = [];
new PerformanceObserver((list) => {
  for (const { detail, startTime, duration } of list.getEntries()) {
    collections.push([detail.kind, performance.timeOrigin + startTime, duration]);
  }
}).observe({ entryTypes: ['gc'] });

process.on('SIGUSR2', () => {
  process.stdout.write(`READING ${JSON.stringify(collections)}\n`);
  collections = [];
});
