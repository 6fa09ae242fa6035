import { Command, Help, type Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { getName, listSettings } from '../shared/settings/setting.ts';

import { addDoctorCommand } from './commands/doctor.ts';
import { addExportCommands } from './commands/export.ts';
import { addKeysCommands } from './commands/keys.ts';
import { addPolicyCommands } from './commands/policy.ts';
import { addStartCommands } from './commands/start.ts';
import { fail } from './commands/terminal.ts';
import { addTokenCommand } from './commands/token.ts';
import { ConfigError } from './config/config-error.ts';
import { describeCommand, findOptionKeptByNpm, isRunByNpm } from './config/environment.ts';
import { Settings } from './config/settings.ts';

// Slow modules are loaded only when the command is known and the settings are valid.

const HELP = `
Examples:
  avatar-graphql                                  API with the built-in avatar service
  UPSTREAM_URL=https://… avatar-graphql doctor    check settings and upstream
  UPSTREAM_URL=https://… avatar-graphql --workers 4
  avatar-graphql keys create --plan pro
In a checkout, npm start -- replaces avatar-graphql: npm start -- --workers 4

Settings come from the environment or a .env file. .env.example has those that are most used,
src/deploy/SETTINGS.md (in the package: dist/deploy/SETTINGS.md) explains them.
Run avatar-graphql <command> --help for the options of a command.`;

const SETTINGS = listSettings(Settings).map(getName);

/** Explains how to use the setting that an option means, such as PORT for `port`; undefined if it means none. */
function explainSetting(option: string): string | undefined {
  const setting = option.replaceAll('-', '_').toUpperCase();
  if (!SETTINGS.includes(setting)) return undefined;
  return `${setting} is a setting: ${setting}=… ${describeCommand()}`;
}

/**
 * Names the setting that an unknown option means, instead of similar options. The value of an option may be a secret, and
 * is left out.
 */
function explainOption(message: string): string {
  const [, option = '', name = ''] = /unknown option '(--([\w-]+))/.exec(message) ?? [];
  const usage = explainSetting(name);
  if (usage) return `error: unknown option '${option}'\n${usage}\n`;
  return message.replace(/(unknown option '[^'=]*)=[^']*/, '$1');
}

const program = new Command('avatar-graphql')
  .description(packageJson.description)
  .version(packageJson.version)
  .configureHelp({
    // Without a command, the program starts. So its help has the options of `start`, before its own.
    visibleOptions(command): Option[] {
      const inherited = command.parent ? [] : start.options;
      return [...inherited, ...Help.prototype.visibleOptions.call(this, command)];
    },
  })
  .configureOutput({ outputError: (message, write) => write(explainOption(message)) })
  .addHelpText('after', HELP)
  .showHelpAfterError(
    `Run ${describeCommand('--help')} for commands and options.${isRunByNpm() ? ' npm keeps options for itself, except those after --.' : ''}`,
  );

const start = addStartCommands(program);
addDoctorCommand(program);
addExportCommands(program);
addKeysCommands(program);
addPolicyCommands(program);
addTokenCommand(program);

/** Options of the program itself, which are not for its default command. */
const PROGRAM_OPTIONS = ['-h', '--help', '-V', '--version'];

/**
 * Adds the default command. commander's own default command takes every unknown word as its argument, so a wrong command
 * would get no suggestion.
 */
function addDefaultCommand(words: readonly string[]): string[] {
  const [first = '--'] = words;
  const isOption = first.startsWith('-') && !PROGRAM_OPTIONS.includes(first);
  return isOption ? [start.name(), ...words] : [...words];
}

/** npm's own options that have the name of an option or a setting of this program. */
const NPM_OPTIONS = /^json$|-proxy$/;

/**
 * @throws ConfigError if npm took an option of this program for itself. Its value would be ignored, or taken for a
 * command.
 */
function assertOptionsArrived() {
  const options = program.commands
    .flatMap((command) => [command, ...command.commands])
    .flatMap((command) => command.options.map((option) => option.name()));
  const settings = SETTINGS.map((name) => name.toLowerCase().replaceAll('_', '-'));
  const names = [...options, ...settings].filter((name) => !NPM_OPTIONS.test(name));
  const kept = findOptionKeptByNpm(names);
  if (kept === undefined) return;
  const advice = explainSetting(kept) ?? 'Write options after --, as in npm start -- --workers 2.';
  throw new ConfigError(`npm kept the option --${kept} for itself. ${advice}`);
}

/** Runs a command line to its end. Ends the process with exit code 1 if it fails. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  try {
    assertOptionsArrived();
    await program.parseAsync(addDefaultCommand(words), { from: 'user' });
  } catch (error) {
    fail(error);
  }
}
