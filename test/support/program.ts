import { type Run, runProgram } from './process.ts';
import { tempFolder } from './temp-folder.ts';

/** The program, up and listening. */
export interface RunningProgram extends Run {
  readonly url: string;
  readonly folder: string;
  /** Asks its graph. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on data of any document.
  ask(query: string, headers?: Record<string, string>): Promise<any>;
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
  const ask = async (query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      body: JSON.stringify({ query }),
      headers: { 'content-type': 'application/json', ...headers },
    });
    return response.json();
  };
  return { ...run, url, ask, folder };
}
