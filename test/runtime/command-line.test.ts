import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runCommand } from '../support/command.ts';

test('--version prints the version', async () => {
  const printed = { code: 0, stdout: `${packageJson.version}\n`, stderr: '' };
  expect(await runCommand(['--version'])).toStrictEqual(printed);
});

test('--help shows every command, examples, and the documents about settings', async () => {
  const { code, stdout, stderr } = await runCommand(['--help']);
  expect([code, stderr]).toStrictEqual([0, '']);
  const commands = ['start', 'service', 'doctor', 'export', 'import', 'keys'];
  for (const word of commands) expect(stdout).toMatch(new RegExp(`^  ${word} `, 'm'));
  const [, ...files] = /(\.env\.example) [\s\S]*(src\/deploy\/SETTINGS\.md)/.exec(stdout) ?? [];
  expect(files.map((file) => existsSync(file))).toStrictEqual([true, true]);
});

test.each([
  ['docter', "too many arguments for 'start'. Expected 0 arguments but got 1: docter.", ''],
  ['--worker 2', "unknown option '--worker'", '(Did you mean --workers?)\n'],
  ['--hlep', "unknown option '--hlep'", '(Did you mean --help?)\n'],
  ['service --workres 2', "unknown option '--workres'", '(Did you mean --workers?)\n'],
  ['keys lst', "unknown command 'lst'", '(Did you mean list?)\n'],
  // The value of an option may be a secret.
  ['--port=5000', "unknown option '--port'", ''],
  ['doctor --upstream-api-key=sk-of-the-operator', "unknown option '--upstream-api-key'", ''],
])(
  '`%s` is rejected on standard error with exit code 1 and advice, without a value',
  async (commandLine = '', problem, advice) => {
    expect(await runCommand(commandLine.split(' '))).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: `error: ${problem}\n${advice}Run avatar-graphql --help for commands, options and settings.\n`,
    });
  },
);

test.each([
  ['start', '0'],
  ['service', '1.5'],
])('%s --workers %s is rejected in a sentence', async (command, count) => {
  const { code, stderr } = await runCommand([command, '--workers', count]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^error: .*--workers.* It must be auto, or an integer from 1 to 256\.\nRun avatar-graphql --help .*\.\n$/,
  );
});
