import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { table } from './report.ts';

/** The parts of V8's CPU profile that we read. Times are microseconds. */
const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

/** A file by its package, or its path here. */
const placeOf = (url: string) => {
  const inPackage = url.split('/node_modules/').at(-1);
  if (inPackage !== url && inPackage) {
    return inPackage
      .split('/')
      .slice(0, inPackage.startsWith('@') ? 2 : 1)
      .join('/');
  }
  return url === '' ? '(engine)' : url.replace(/^.*\/(src|test)\//, '$1/');
};

/** The functions, and the packages, in which a profile's time was spent, most first, as shares of the time at work. */
export function hottest(file: string, rows = 30): string {
  const { nodes, samples, timeDeltas } = Profile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byFunction = new Map<string, number>();
  const byPlace = new Map<string, number>();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    const time = timeDeltas[index] ?? 0;
    if (!frame || frame.functionName === '(idle)' || frame.functionName === '(program)') continue;
    const place = placeOf(frame.url);
    const name = `${frame.functionName || '(anonymous)'} ${place}:${frame.lineNumber + 1}`;
    byFunction.set(name, (byFunction.get(name) ?? 0) + time);
    byPlace.set(place, (byPlace.get(place) ?? 0) + time);
    total += time;
  }
  const top = (times: Map<string, number>) =>
    [...times]
      .sort(([, a], [, b]) => b - a)
      .slice(0, rows)
      .map(([name, time]) => [name, `${((100 * time) / total).toFixed(1)}%`]);
  return `${table(['where', 'time'], top(byPlace))}\n\n${table(['function', 'time'], top(byFunction))}\n`;
}
