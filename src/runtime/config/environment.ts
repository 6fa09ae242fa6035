/**
 * The process's own environment, with a `.env` file of the working folder under it. Nothing else reads either.
 * @throws Error where there is such a file and it cannot be read.
 */
export function processEnvironment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return process.env;
}
