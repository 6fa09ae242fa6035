import { ignoreMissing } from '../../shared/thrown-errors.ts';
/**
 * Returns the process environment, completed by a `.env` file in the working folder. Only this file reads either.
 * @throws Error if the file exists but cannot be read.
 */
export function processEnvironment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile();
  } catch (error) {
    ignoreMissing(error);
  }
  return process.env;
}

/** Whether npm runs this process, for a script or for npx. It does so through a shell. */
export const isRunByNpm = (): boolean => process.env.npm_lifecycle_event !== undefined;

/**
 * Returns the first of these options that npm took for itself instead of passing it on, as it does with options that are
 * not after `--`.
 */
export const findOptionKeptByNpm = (names: readonly string[]): string | undefined =>
  names.find(
    (name) => isRunByNpm() && process.env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined,
  );

/** Returns a command line of this program: in a checkout, npm runs it. */
export function describeCommand(words?: string): string {
  const isCheckout = isRunByNpm() && process.env.npm_package_name === 'avatar-graphql';
  if (!words) return isCheckout ? 'npm start' : 'avatar-graphql';
  return isCheckout ? `npm start -- ${words}` : `avatar-graphql ${words}`;
}
