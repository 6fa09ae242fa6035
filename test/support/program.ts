import { type Run, runProgram } from './process.ts';
import { tempStoreFolder } from './store-location.ts';

/** A running program. */
export interface RunningProgram extends Run {
  readonly url: string;
  /** DATA_DIR. */
  readonly folder: string;
  /** Runs a document and returns the result. With another upstream and no shared key, sends a key by default. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on data of any document.
  ask(query: string, variables?: object, headers?: Record<string, string>): Promise<any>;
  /** Returns the log lines so far. A line may arrive after the response of its operation. */
  logged(): Record<string, unknown>[];
  /** Sends SIGTERM, and resolves when the program has ended. */
  stop(): Promise<number | string>;
}

/** Runs `avatar-graphql` on a free port, by default with its own store of sample data, for the running test. */
export async function startProgram(
  settings: Record<string, string> = {},
  commandLine: string[] = [],
): Promise<RunningProgram> {
  const folder = settings.DATA_DIR ?? (await tempStoreFolder());
  const run = runProgram(commandLine, { PORT: '0', DATA_DIR: folder, ...settings });
  const [, url = ''] = await run.printed(
    /(?:Explorer|Service) +(http:\S+?)\/(?:graphql|v1)\n(?:.*\n){2}/,
  );
  const usesForwardedKeys = settings.UPSTREAM_URL !== undefined && !settings.UPSTREAM_API_KEY;
  const keyHeaders = usesForwardedKeys ? { authorization: 'Bearer a-key' } : {};
  return {
    ...run,
    url,
    folder,
    ask: async (query, variables = {}, headers = {}) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        body: JSON.stringify({ query, variables }),
        headers: { 'content-type': 'application/json', ...keyHeaders, ...headers },
      });
      return response.json();
    },
    logged: () =>
      run
        .output()
        .stderr.split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    stop: () => {
      run.child.kill('SIGTERM');
      return run.ended();
    },
  };
}
