import type { Run } from './process.ts';
import { startProgram as start } from './program.ts';

/** The program, serving, with what it tells its operators. */
export interface RunningProgram extends Run {
  readonly url: string;
  /** Runs a document and answers the whole result. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on data of any document.
  ask(query: string, variables?: object, headers?: Record<string, string>): Promise<any>;
  /** The lines that it has logged. */
  logged(): Record<string, unknown>[];
  /** Ends it in order, and resolves when it has ended. */
  stop(): Promise<number | string>;
}

/** Starts the program on a free port, by default over a folder of its own, for the running test. */
export async function startProgram(
  settings: Record<string, string> = {},
  words: string[] = [],
): Promise<RunningProgram> {
  const program = await start(settings, words);
  return {
    ...program,
    ask: async (query, variables = {}, headers = {}) => {
      const response = await fetch(`${program.url}/graphql`, {
        method: 'POST',
        body: JSON.stringify({ query, variables }),
        headers: { 'content-type': 'application/json', ...headers },
      });
      return response.json();
    },
    logged: () =>
      program
        .output()
        .stderr.split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    stop: () => {
      program.child.kill('SIGTERM');
      return program.ended();
    },
  };
}
