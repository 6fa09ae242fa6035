import { type Ask, createAsk } from './ask.ts';
import { type Run, runProgram } from './process.ts';
import { tempStoreFolder } from './store-location.ts';

/** A running program. */
export interface RunningProgram extends Run {
  readonly url: string;
  /** DATA_DIR. */
  readonly folder: string;
  readonly ask: Ask;
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
  return {
    ...run,
    url,
    folder,
    ask: createAsk(url, settings),
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
