/**
 * Returns the process environment, completed by a `.env` file in the working folder. Nothing else reads either.
 * @throws Error if the file exists but cannot be read.
 */
export function processEnvironment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return process.env;
}
