import { vi } from 'vitest';

/** The result of a command. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command that ends by itself in this process, with these settings and no other environment variables. It takes
 * milliseconds, and `runProgram` of program.ts a quarter of a second. One at a time: it replaces parts of `process`.
 */
export async function runCommand(
  commandLine: readonly string[],
  settings: Record<string, string> = {},
): Promise<CommandResult> {
  let code: number | undefined;
  const printed = { stdout: '', stderr: '' };
  const capture = (name: keyof typeof printed) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk, ...more) => {
      // A process that has ended prints nothing more.
      if (code === undefined) printed[name] += chunk;
      for (const callback of more) if (typeof callback === 'function') callback();
      return true;
    });
  const exit = vi.spyOn(process, 'exit').mockImplementation((given) => {
    code ??= Number(given ?? 0);
    throw new Error('The command has ended.');
  });
  const mocks = [capture('stdout'), capture('stderr'), exit];
  const { env } = process;
  process.env = { ...settings };
  try {
    // Here, because its texts depend on the environment.
    const { runCommandLine } = await import('../../src/runtime/command-line.ts');
    await runCommandLine(commandLine);
  } catch (error) {
    if (code === undefined) throw error;
  } finally {
    for (const mock of mocks) mock.mockRestore();
    process.env = env;
  }
  return { code: code ?? 0, ...printed };
}
