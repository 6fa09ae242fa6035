import { type Run, runProgram } from './process.ts';
import { tempFolder } from './temp-folder.ts';

/** The program, up and listening. */
export interface RunningProgram extends Run {
  readonly url: string;
  /** Where its store is. */
  readonly folder: string;
  /** Runs a document and answers the whole result; before another service, with a key for it unless headers say otherwise. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on data of any document.
  ask(query: string, variables?: object, headers?: Record<string, string>): Promise<any>;
  /** The lines that it has logged. */
  logged(): Record<string, unknown>[];
  /** Ends it in order, and resolves when it has ended. */
  stop(): Promise<number | string>;
}

/** Runs `avatar-graphql` on a free port, by default over a folder of its own, for the running test. */
export async function startProgram(
  settings: Record<string, string> = {},
  words: string[] = [],
): Promise<RunningProgram> {
  const folder = settings.DATA_DIR ?? (await tempFolder());
  const run = runProgram(words, { PORT: '0', DATA_DIR: folder, ...settings });
  const [, url = ''] = await run.printed(
    /(?:Explorer|Service) +(http:\S+?)\/(?:graphql|v1)\n(?:.*\n){2}/,
  );
  const isCallersToBring = settings.UPSTREAM_URL !== undefined && !settings.UPSTREAM_API_KEY;
  const callersKey = isCallersToBring ? { authorization: 'Bearer a-key' } : {};
  return {
    ...run,
    url,
    folder,
    ask: async (query, variables = {}, headers = {}) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        body: JSON.stringify({ query, variables }),
        headers: { 'content-type': 'application/json', ...callersKey, ...headers },
      });
      return response.json();
    },
    logged: () =>
      run
        .output()
        .stderr.split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    stop: () => {
      run.child.kill('SIGTERM');
      return run.ended();
    },
  };
}
