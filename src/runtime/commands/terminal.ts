import { StoreError } from '../../avatar-service/store/store-error.ts';
import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { processEnvironment } from '../config/environment.ts';
import { findSuspiciousSettings } from '../config/suspicious-settings.ts';
import { explainListenError } from '../listen-error.ts';

/** Prints lines to standard output. */
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
export const readSettings = (): Config => readConfig(processEnvironment());

/** Returns the message of an error that the operator can fix; undefined for internal errors. */
function explain(error: unknown, address: Config['listener']): string | undefined {
  if (error instanceof ConfigError || error instanceof StoreError) return error.message;
  return explainListenError(error, address);
}

/** Prints an error to standard error, and exits with code 1. */
export function fail(error: unknown): never {
  let sentence: string | undefined;
  try {
    sentence = explain(error, readSettings().listener);
  } catch {
    sentence = error instanceof ConfigError ? error.message : undefined;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const hints = error instanceof ConfigError ? findSuspiciousSettings(processEnvironment()) : [];
  process.stderr.write(`${[sentence ?? stack, ...hints].join('\n')}\n`);
  process.exit(1);
}
