import { closestMatch } from 'leven';
import { z } from 'zod';
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

/** What stands for a variable that is not set: it is valid as a text, a URL and a secret. */
export const UNSET = 'https://unset.invalid/';

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

/** Maximum edits between a misspelled name and the one that it means. */
const MAX_EDITS = 2;

/** Collects the names of all fields of a JSON Schema. */
function listFields(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(listFields);
  if (!isJsonObject(schema)) return [];
  const names = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  return [...names, ...Object.values(schema).flatMap(listFields)];
}

/** Returns what a misspelled name means: a field, or one of some values. */
function findMeant(issue: z.core.$ZodRawIssue): string | undefined {
  const maxDistance = MAX_EDITS;
  if (issue.code === 'unrecognized_keys') {
    const fields = new Set(listFields(z.toJSONSchema(PolicyFile, { io: 'input' })));
    return issue.keys.map((key) => closestMatch(key, [...fields], { maxDistance })).find(Boolean);
  }
  const { input } = issue;
  if (issue.code !== 'invalid_value' || typeof input !== 'string') return undefined;
  return closestMatch(input, issue.values.map(String), { maxDistance });
}

/** Describes an issue, and what is probably meant. */
function describe(issue: z.core.$ZodRawIssue): string | undefined {
  const problem = describeIssue(issue);
  const meant = problem && findMeant(issue);
  return meant ? `${problem} Did you mean ${meant}?` : problem;
}

/** Whether a value is, or has, that of a variable that is not set. */
function isUnset(input: unknown, path: readonly PropertyKey[]): boolean {
  const value = path.reduce<unknown>((found, key) => Object(found)[key], input);
  return typeof value === 'string' && value.includes(UNSET);
}

const findProblems = (error: z.ZodError, input: unknown): string[] =>
  error.issues
    .flatMap(listIssues)
    .filter(({ path }) => !isUnset(input, path))
    .map(({ path, message }) => `${describePath(path)}: ${message.replace(/[^.?]$/, '$&.')}`);

/**
 * Checks a policy, such as the option of `createServer`.
 * @throws PolicyError with all problems.
 */
export function checkPolicy(input: PolicyInput | unknown): PolicyFile {
  const { data, error } = PolicyFile.safeParse(input, { error: describe });
  if (data) return data;
  throw new PolicyError(findProblems(error, input));
}
