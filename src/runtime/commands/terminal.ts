import { StoreError } from '../../avatar-service/store/store-error.ts';
import { getErrorCode } from '../../shared/thrown-errors.ts';
import { type Config, readConfig, readIncompleteConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { processEnvironment } from '../config/environment.ts';
import { findSuspiciousSettings } from '../config/suspicious-settings.ts';

export const print = (...lines: readonly string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};

// A reader such as `head` may close the pipe before the end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/**
 * Reads the settings of this process.
 * @throws ConfigError if a setting is invalid.
 */
export const readSettings = (): Config => readIncompleteConfig(processEnvironment());

/**
 * The same for a server, which also needs the variables of its policy.
 * @throws ConfigError if one is not set.
 */
export const readServerSettings = (): Config => readConfig(processEnvironment());

/** Explains why the program cannot listen; undefined for errors of another kind. */
function explainListenError(error: unknown, { host, port }: Config['listener']) {
  const code = getErrorCode(error);
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use. Set PORT to a different port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST ${host} is not an address of this machine.`;
  }
  if (code === 'EACCES' && port < 1024) return `Permission denied for port ${port}.`;
  return undefined;
}

/** Returns the message of an error that the operator can fix; undefined for internal errors. */
function explain(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StoreError) return error.message;
  try {
    return explainListenError(error, readSettings().listener);
  } catch {
    return undefined;
  }
}

/** Names what else looks wrong beside an invalid setting. */
function listHints(error: unknown): readonly string[] {
  if (!(error instanceof ConfigError)) return [];
  try {
    return findSuspiciousSettings(processEnvironment());
  } catch {
    // The .env file cannot be read, which is the error.
    return [];
  }
}

/** Prints an error to standard error, and exits with code 1. */
export function fail(error: unknown): never {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${[explain(error) ?? stack, ...listHints(error)].join('\n')}\n`);
  process.exit(1);
}
