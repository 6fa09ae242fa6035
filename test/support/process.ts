import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { killAfterTest } from './child.ts';
import { COMPILE_CACHE, locateProgram } from './programs.ts';

/** A run of the program. */
export interface Run {
  readonly child: ChildProcess;
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /** Resolves when standard output matches; rejects if the program ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the exit code, or the signal that ended it. */
  ended(): Promise<number | string>;
}

const PROGRAM = locateProgram('bin');

/** The program to run and its working directory. Default: the bundle of the sources, in the current directory. */
interface ProgramLocation {
  readonly cwd?: string;
  readonly program?: string;
}

/** Runs `avatar-graphql` with these arguments and settings, and no other environment variables, for the running test. */
export function runProgram(
  commandLine: readonly string[],
  settings: Record<string, string> = {},
  { cwd, program = PROGRAM }: ProgramLocation = {},
): Run {
  const child = spawn(process.execPath, [program, ...commandLine], {
    env: {
      PATH: process.env.PATH ?? '',
      ...(program === PROGRAM && COMPILE_CACHE),
      ...settings,
    },
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
  const closed = killAfterTest(child);
  return {
    child,
    output: () => ({ stdout, stderr }),
    printed: async (pattern) => {
      for (;;) {
        const found = pattern.exec(stdout);
        if (found) return found;
        const hasEnded = await Promise.race([
          once(child.stdout, 'data').then(() => false),
          closed.then(() => true),
        ]);
        if (hasEnded && !pattern.test(stdout))
          throw new Error(`It ended without ${pattern}: ${stdout}${stderr}`);
      }
    },
    ended: async () => {
      const [code, signal] = await closed;
      return code ?? signal ?? 'unknown';
    },
  };
}
