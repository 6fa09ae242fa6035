import { parse } from 'yaml';
import type { z } from 'zod';
import { describeIssue } from '../contract/describe-issue.ts';
import { isJsonObject } from '../contract/record.ts';
import { PolicyFile, type PolicyInput } from './policy-schema.ts';

/** An invalid policy. The message is one sentence for the operator. */
export class PolicyError extends Error {
  override name = 'PolicyError' as const;
  /** A sentence for each problem. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join(' '), options);
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLE = /\$\{(\w+)\}/g;

/** Replaces `${NAME}` in all texts of a parsed file. An empty variable counts as not set. */
function replaceVariables(value: unknown, environment: Environment, missing: Set<string>): unknown {
  if (typeof value === 'string') {
    return value.replace(VARIABLE, (whole, name: string) => {
      const found = Object.hasOwn(environment, name) ? environment[name] : undefined;
      if (!found) missing.add(name);
      return found ?? whole;
    });
  }
  const replace = (item: unknown) => replaceVariables(item, environment, missing);
  if (Array.isArray(value)) return value.map(replace);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replace(item)]));
}

const describePath = (path: readonly PropertyKey[]) =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');

const isOtherType = ({ code, path }: z.core.$ZodIssue) =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');

/**
 * Lists the issues of the most likely member of a union: the one with the fewest issues among those of the value's
 * type.
 */
function listIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [meant] = issue.errors
    .filter((issues) => !issues.some(isOtherType))
    .toSorted((one, other) => one.length - other.length);
  if (!meant) return [issue];
  return meant.flatMap((inner) => listIssues({ ...inner, path: [...issue.path, ...inner.path] }));
}

/**
 * Checks a policy, such as the option of `createServer`.
 * @throws PolicyError with all problems.
 */
export function checkPolicy(input: PolicyInput | unknown): PolicyFile {
  const { data, error } = PolicyFile.safeParse(input, { error: describeIssue });
  if (data) return data;
  throw new PolicyError(
    error.issues
      .flatMap(listIssues)
      .map(({ path, message }) => `${describePath(path)}: ${message.replace(/\.?$/, '.')}`),
  );
}

/**
 * Parses the text of a policy file: YAML 1.2 with merge keys, which includes JSON.
 * @param environment variables for `${NAME}`.
 * @throws PolicyError with all problems.
 */
export function parsePolicy(text: string, environment: Environment): PolicyFile {
  let parsed: unknown;
  try {
    parsed = parse(text, { merge: true, version: '1.2' });
  } catch (cause) {
    const [message = ''] = String(cause instanceof Error ? cause.message : cause).split('\n');
    throw new PolicyError([message.replace(/:?$/, '.')], { cause });
  }
  const missing = new Set<string>();
  const replaced = replaceVariables(parsed, environment, missing);
  if (missing.size > 0)
    throw new PolicyError([...missing].map((name) => `The variable ${name} is not set.`));
  return checkPolicy(replaced);
}
