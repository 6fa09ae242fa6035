import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

// Loaded before the API by the bench's --profile. The first SIGUSR2 begins to profile, the second writes what was seen:
// processor time by function, and memory by the function that allocated it.

const session = new Session();
session.connect();
let profiling = false;

async function begin() {
  await session.post('Profiler.enable');
  await session.post('HeapProfiler.enable');
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 16_384,
    includeObjectsCollectedByMinorGC: true,
    includeObjectsCollectedByMajorGC: true,
  });
  await session.post('Profiler.start');
}

async function end(folder: string) {
  const cpu = await session.post('Profiler.stop');
  const heap = await session.post('HeapProfiler.stopSampling');
  writeFileSync(`${folder}api.cpuprofile`, JSON.stringify(cpu.profile));
  writeFileSync(`${folder}api.heapprofile`, JSON.stringify(heap.profile));
}

process.on('SIGUSR2', () => {
  const work = profiling ? end(process.env.BENCH_PROFILES ?? './') : begin();
  profiling = true;
  work.catch((error) => process.stderr.write(`${error}\n`));
});
