import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { addDoctorCommand } from './commands/doctor.ts';
import { addExportCommands } from './commands/export.ts';
import { addKeysCommands } from './commands/keys.ts';
import { addPolicyCommands } from './commands/policy.ts';
import { addStartCommands } from './commands/start.ts';
import { fail } from './commands/terminal.ts';
import { addTokenCommand } from './commands/token.ts';

// Slow modules are loaded only when the command is known and the settings are valid.

const HELP = `
Examples:
  avatar-graphql                                  API with the built-in avatar service
  UPSTREAM_URL=https://… avatar-graphql doctor    check settings and upstream
  UPSTREAM_URL=https://… avatar-graphql start --workers 4
  avatar-graphql keys create --plan pro
In a checkout, npm start -- replaces avatar-graphql: npm start -- start --workers 4

Settings such as PORT are no options: they come from the environment or a .env file. .env.example has
those that are most used, src/deploy/SETTINGS.md (in the package: dist/deploy/SETTINGS.md) explains them.
Run avatar-graphql <command> --help for the options of a command.`;

const program = new Command('avatar-graphql')
  .description(packageJson.description)
  .version(packageJson.version)
  // The value of an unknown option may be a secret.
  .configureOutput({
    outputError: (message, write) => write(message.replace(/(unknown option '[^'=]*)=[^']*/, '$1')),
  })
  .addHelpText('after', HELP)
  .showHelpAfterError('Run avatar-graphql --help for commands, options and settings.');

addStartCommands(program);
addDoctorCommand(program);
addExportCommands(program);
addKeysCommands(program);
addPolicyCommands(program);
addTokenCommand(program);

/** Runs a command line to its end. Ends the process with exit code 1 if it fails. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    fail(error);
  }
}
