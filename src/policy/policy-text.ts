import { parse } from 'yaml';
import { isJsonObject } from '../contract/record.ts';
import { checkPolicy, PolicyError, UNSET } from './parse-policy.ts';
import type { PolicyFile } from './policy-schema.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLE = /\$\{(\w+)\}/g;

/** Returns the variable in whose place a text stands; undefined if it is set. */
export const findUnset = (text: string): string | undefined =>
  text.startsWith(UNSET) ? text.slice(UNSET.length).split('-', 1)[0] : undefined;

/** Replaces `${NAME}` in all texts of a parsed file. An empty variable counts as not set. */
function replaceVariables(value: unknown, environment: Environment, unset: Set<string>): unknown {
  if (typeof value === 'string') {
    return value.replace(VARIABLE, (_, name: string) => {
      const found = Object.hasOwn(environment, name) ? environment[name] : undefined;
      if (found) return found;
      unset.add(name);
      return `${UNSET}${name}`.padEnd(64, '-');
    });
  }
  const replace = (item: unknown) => replaceVariables(item, environment, unset);
  if (Array.isArray(value)) return value.map(replace);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replace(item)]));
}

const describeUnset = (names: Iterable<string>) =>
  [...names].map((name) => `The variable ${name} is not set.`);

/**
 * Parses the text of a policy file, as far as this is possible without its variables.
 * @returns a sentence for each variable that is not set, in addition to the file.
 * @throws PolicyError with all problems.
 */
export function parsePolicyText(
  text: string,
  environment: Environment,
): { readonly file: PolicyFile; readonly unset: readonly string[] } {
  let parsed: unknown;
  try {
    parsed = parse(text, { merge: true, version: '1.2' });
  } catch (cause) {
    const [message = ''] = String(cause instanceof Error ? cause.message : cause).split('\n');
    throw new PolicyError([message.replace(/:?$/, '.')], { cause });
  }
  const names = new Set<string>();
  const replaced = replaceVariables(parsed, environment, names);
  const unset = describeUnset(names);
  try {
    return { file: checkPolicy(replaced), unset };
  } catch (error) {
    if (error instanceof PolicyError) throw new PolicyError([...unset, ...error.problems]);
    throw error;
  }
}

/**
 * Parses the text of a policy file: YAML 1.2 with merge keys, which includes JSON.
 * @param environment variables for `${NAME}`.
 * @throws PolicyError with all problems.
 */
export function parsePolicy(text: string, environment: Environment): PolicyFile {
  const { file, unset } = parsePolicyText(text, environment);
  if (unset.length > 0) throw new PolicyError(unset);
  return file;
}
