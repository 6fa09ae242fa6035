import { type RunningProgram, startProgram } from '../support/program.ts';

/** Two workers behind one address. Connections of `run` end with their request, so each goes to the next worker. */
export interface TwoWorkers extends RunningProgram {
  /** The process ids of the workers that have executed operations. */
  pids(): number[];
}

export async function startTwoWorkers(settings: Record<string, string> = {}): Promise<TwoWorkers> {
  const program = await startProgram({ LOG_LEVEL: 'info', ...settings }, [
    'start',
    '--workers',
    '2',
  ]);
  return {
    ...program,
    pids: () => [
      ...new Set(
        program.logged().flatMap(({ msg, pid }) => (msg === 'operation' ? [Number(pid)] : [])),
      ),
    ],
  };
}
