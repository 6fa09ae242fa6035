import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { z } from 'zod';

const Figures = z.object({
  /**
   * Upper bound of the longest task of the main thread since the last measurement, in milliseconds: the longest time for
   * which the event loop stood still, or all processor time if that is less, because other processes interrupt this one.
   */
  blocked: z.number(),
  /** Bytes of memory of the whole process, and the most since the last measurement. */
  rss: z.number(),
  peak: z.number(),
  /** Bytes that objects and buffers need after garbage collection. */
  held: z.number(),
  /** Sockets, servers, timers and whatever else keeps the process alive. */
  handles: z.number(),
  /** Open file descriptors, sockets among them; 0 where the system does not say. */
  files: z.number(),
});

/** What a process holds, and what it used since it was last measured. */
export type Figures = z.output<typeof Figures>;

/** A process that can be measured. */
export interface MeasuredProcess {
  readonly url: string;
  /** Its log. */
  readonly stderr: Readable | null;
  measure(): Promise<Figures>;
  /** Ends it: by its own shutdown, or as a crash. */
  stop(how?: 'SIGKILL'): Promise<void>;
}

/** Starts the API or the avatar service on a free port as a process of its own, with these settings and flags of Node. */
export async function startMeasured(
  kind: 'api' | 'service',
  settings: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<MeasuredProcess> {
  const child = fork(new URL('measured-child.ts', import.meta.url), [kind], {
    execArgv: ['--expose-gc', ...flags],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { PATH: process.env.PATH, PORT: '0', ...settings },
  });
  const exited = once(child, 'exit');
  let complaints = '';
  child.stderr?.on('data', (bytes) => {
    complaints = (complaints + bytes).slice(-2_000);
  });
  const failed = exited.then(() => Promise.reject(new Error(`The ${kind} ended: ${complaints}`)));
  failed.catch(() => undefined);
  const [url] = await Promise.race([once(child, 'message'), failed]);
  return {
    url: z.url().parse(url),
    stderr: child.stderr,
    measure: async () => {
      child.send('measure');
      const [figures] = await Promise.race([once(child, 'message'), failed]);
      return Figures.parse(figures);
    },
    stop: async (how) => {
      if (how) child.kill(how);
      else child.send('close');
      await exited;
    },
  };
}
