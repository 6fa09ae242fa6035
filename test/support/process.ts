import { type ChildProcess, spawn } from 'node:child_process';
import { endWithTest } from './child.ts';

/** A run of the program, as a person at a terminal sees it. */
export interface Run {
  readonly child: ChildProcess;
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /** Resolves when standard output holds what is looked for; rejects if the program ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the exit code, or the signal that ended it. */
  ended(): Promise<number | string>;
}

/** The program as a checkout has it. */
const SOURCE = new URL('../../src/bin.js', import.meta.url).pathname;

/** Where a program stands and what it is; by default this checkout's, here. */
interface Place {
  readonly cwd?: string;
  readonly program?: string;
}

/** Runs `avatar-graphql` with these words and settings and no other environment, for the running test. */
export function runProgram(
  words: readonly string[],
  settings: Record<string, string> = {},
  { cwd, program = SOURCE }: Place = {},
): Run {
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH ?? '', ...settings },
    ...(cwd && { cwd }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (bytes) => {
    stdout += bytes;
  });
  child.stderr.on('data', (bytes) => {
    stderr += bytes;
  });
  const closed = endWithTest(child);
  return {
    child,
    output: () => ({ stdout, stderr }),
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(stdout);
          if (found) resolve(found);
        };
        child.stdout.on('data', look);
        child.on('close', () =>
          reject(new Error(`It ended without ${pattern}: ${stdout}${stderr}`)),
        );
        look();
      }),
    ended: async () => {
      const [code, signal] = await closed;
      return code ?? signal ?? 'unknown';
    },
  };
}
