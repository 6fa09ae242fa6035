import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runProgram } from '../support/program.ts';

test('--version prints the version', async () => {
  const run = runProgram(['--version']);
  expect(await run.ended()).toBe(0);
  expect(run.output()).toStrictEqual({ stdout: `${packageJson.version}\n`, stderr: '' });
});

test('--help shows every command, the options of the default one, examples, and the documents about settings', async () => {
  const run = runProgram(['--help']);
  expect(await run.ended()).toBe(0);
  const { stdout, stderr } = run.output();
  expect(stderr).toBe('');
  const commandLine = ['start', 'service', 'doctor', 'backup', 'restore', 'keys', 'move'];
  for (const word of commandLine) expect(stdout).toMatch(new RegExp(`^  ${word} `, 'm'));
  expect(stdout).toMatch(
    /^ {2}--workers <count> +number of worker processes; auto starts one per\n +CPU core \(default: 1\)$/m,
  );
  expect(stdout).toContain('npm start -- --workers 4');
  const [, ...files] = /(\.env\.example) [\s\S]*(src\/deploy\/SETTINGS\.md)/.exec(stdout) ?? [];
  expect(files.map((file) => existsSync(file))).toStrictEqual([true, true]);
});

test('the help of a command shows its own options only', async () => {
  const run = runProgram(['keys', 'create', '--help']);
  expect(await run.ended()).toBe(0);
  expect(run.output().stdout).toContain('--plan <plan>');
  expect(run.output().stdout).not.toContain('--workers');
});

test.each([
  ['docter', `unknown command 'docter'`, 'doctor'],
  ['strat --workers 2', `unknown command 'strat'`, 'start'],
  ['--worker 2', `unknown option '--worker'`, '--workers'],
  ['--hlep', `unknown option '--hlep'`, '--help'],
  ['service --workres 2', `unknown option '--workres'`, '--workers'],
  ['keys lst', `unknown command 'lst'`, 'list'],
  ['keys create --plna pro', `unknown option '--plna'`, '--plan'],
])(
  '`%s` is rejected on standard error with a suggestion and exit code 1',
  async (commandLine, problem, suggestion) => {
    const run = runProgram(commandLine.split(' '));
    expect(await run.ended()).toBe(1);
    expect(run.output()).toStrictEqual({
      stdout: '',
      stderr: `error: ${problem}\n(Did you mean ${suggestion}?)\nRun avatar-graphql --help for commands and options.\n`,
    });
  },
);

test.each([
  ['--port=5000', '--port', 'PORT'],
  ['--port 5000', '--port', 'PORT'],
  ['start --data-dir=x', '--data-dir', 'DATA_DIR'],
  ['doctor --upstream-api-key=sk-of-the-operator', '--upstream-api-key', 'UPSTREAM_API_KEY'],
])(
  '`%s` is rejected with the name of the setting, without its value',
  async (commandLine, option, setting) => {
    const run = runProgram(commandLine.split(' '));
    expect(await run.ended()).toBe(1);
    expect(run.output()).toStrictEqual({
      stdout: '',
      stderr: `error: unknown option '${option}'\n${setting} is a setting: ${setting}=… avatar-graphql\nRun avatar-graphql --help for commands and options.\n`,
    });
  },
);

test.each([
  ['start', '0'],
  ['service', '1.5'],
])('%s --workers %s is rejected in a sentence', async (...[command, count]) => {
  const run = runProgram([command, '--workers', count]);
  expect(await run.ended()).toBe(1);
  expect(run.output().stderr).toMatch(
    /^error: .*--workers.* It must be auto, or an integer from 1 to 256\.\nRun avatar-graphql --help .*\.\n$/,
  );
});

test('an unknown command without a similar one is rejected without a suggestion', async () => {
  const run = runProgram(['nonsense']);
  expect(await run.ended()).toBe(1);
  expect(run.output()).toStrictEqual({
    stdout: '',
    stderr: `error: unknown command 'nonsense'\nRun avatar-graphql --help for commands and options.\n`,
  });
});
