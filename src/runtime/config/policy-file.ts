import { dirname, resolve } from 'node:path';
import { PolicyError } from '../../policy/policy-error.ts';
import type { PolicyFile } from '../../policy/policy-schema.ts';
import { parsePolicyText } from '../../policy/policy-text.ts';
import type { JwtIssuer } from '../../server/authentication/jwt.ts';
import { chooseAlgorithms } from './authentication-rules.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import { FileError, readRegularFile } from './regular-file.ts';

/** Maximum size of a policy in bytes. */
const MAX_BYTES = 1024 * 1024;

/** The policy of POLICY. */
export interface ConfiguredPolicy {
  readonly path: string;
  readonly file: PolicyFile;
  /** A sentence for each of its variables that is not set. */
  readonly unset: readonly string[];
}

function readText(path: string): string {
  try {
    return readRegularFile(path, MAX_BYTES);
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause;
    throw new ConfigError(`POLICY ${path} ${cause.message}.`, { cause });
  }
}

/** Makes the paths of a file absolute. They are relative to its folder. */
function resolvePaths(file: PolicyFile, folder: string): PolicyFile {
  const { tenants } = file;
  if (!tenants || !('keyFolder' in tenants)) return file;
  return { ...file, tenants: { keyFolder: resolve(folder, tenants.keyFolder) } };
}

/**
 * Reads a policy file, also if its variables are not set.
 * @param environment variables for `${NAME}`.
 * @throws ConfigError with all problems.
 */
export function readPolicyFile(path: string, environment: Environment): ConfiguredPolicy {
  const text = readText(path);
  try {
    const { file, unset } = parsePolicyText(text, environment);
    return { path, file: resolvePaths(file, dirname(path)), unset };
  } catch (cause) {
    if (!(cause instanceof PolicyError)) throw cause;
    throw createPolicyError(path, cause.problems, cause);
  }
}

function createPolicyError(path: string, found: readonly string[], cause?: unknown): ConfigError {
  const problems = found.map((problem) => `POLICY ${path}: ${problem}`);
  return new ConfigError(problems.join('\n'), { problems, cause });
}

/** @throws ConfigError if variables of a policy are not set. */
export function assertVariables({ path, unset }: ConfiguredPolicy): void {
  if (unset.length > 0) throw createPolicyError(path, unset);
}

/**
 * Returns the issuers of a policy; none if it has none.
 * @throws ConfigError for an algorithm that does not fit the keys.
 */
export const readPolicyIssuers = ({
  path,
  file,
}: Pick<ConfiguredPolicy, 'path' | 'file'>): readonly JwtIssuer[] =>
  (file.issuers ?? []).map(
    ({ jwksUrl, secrets = [], algorithms, scopesFrom, ...issuer }, index) => ({
      ...issuer,
      keys: jwksUrl === undefined ? { secrets } : { jwksUrl },
      algorithms: chooseAlgorithms(
        algorithms,
        jwksUrl === undefined,
        `POLICY ${path}: issuers[${index}].algorithms`,
      ),
      // Those of the token are ignored, whatever they are.
      ...(scopesFrom === 'role' && { scopeClaims: [] }),
    }),
  );
