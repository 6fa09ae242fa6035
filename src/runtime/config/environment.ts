import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { getErrorCode, getErrorMessage } from '../../shared/thrown-errors.ts';
import { ConfigError } from './config-error.ts';
import { decodeText, FileError } from './regular-file.ts';

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Names of variables that the `.env` file has set. Others of the environment take precedence over the file. */
const fromFile = new Set<string>();

/** Returns the `.env` file in the working folder as text; an empty text if it does not exist. */
function readEnvFile(): string {
  try {
    return decodeText(readFileSync('.env'));
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return '';
    const reason =
      error instanceof FileError ? error.message : `cannot be read: ${getErrorMessage(error)}`;
    throw new ConfigError(`The .env file ${reason}.`, { cause: error });
  }
}

/**
 * Returns the process environment, completed by a `.env` file in the working folder, which is read again each time. Only
 * this file reads either.
 * @throws ConfigError if the file exists and cannot be read.
 */
export function processEnvironment(): Record<string, string | undefined> {
  const file = parseEnv(readEnvFile());
  // In the process's own environment, because libraries read some variables there.
  for (const name of fromFile) delete process.env[name];
  fromFile.clear();
  for (const [name, value] of Object.entries(file)) {
    if (process.env[name] !== undefined) continue;
    process.env[name] = value;
    fromFile.add(name);
  }
  return { ...process.env };
}

/** What a new process must not inherit: variables of the `.env` file, which it reads itself, as they are then. */
export const getEnvironmentOfChildren = (): Record<string, undefined> =>
  Object.fromEntries([...fromFile].map((name) => [name, undefined]));

/** Whether npm runs this process, for a script or for npx. It does so through a shell. */
export const isRunByNpm = (): boolean => process.env.npm_lifecycle_event !== undefined;
