import type { z } from 'zod';

type RawIssue<Code> = Extract<z.core.$ZodRawIssue, { code: Code }>;

/** What a value should be, by zod's name of its type. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** What a text should be, by zod's name of its format. */
const FORMATS: Readonly<Record<string, string>> = {
  url: 'a URL',
  uuid: 'a UUID',
  datetime: 'a date and time, such as 2026-01-31T12:00:00Z',
};

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

function describeLimit(
  { origin, inclusive }: RawIssue<'too_small' | 'too_big'>,
  limit: number | bigint,
  words: readonly [inclusive: string, exclusive: string],
): string {
  const bound = `${inclusive === false ? words[1] : words[0]} ${limit}`;
  const unit = UNITS[origin];
  return unit ? `Must have ${bound} ${unit}${limit === 1 ? '' : 's'}.` : `Must be ${bound}.`;
}

const describeUnknown = (keys: readonly string[]) =>
  `Unknown field${keys.length > 1 ? 's' : ''}: ${keys.join(', ')}.`;

/**
 * Describes an invalid value in a sentence, for zod's option `error`, if the schema has no message.
 * Returns undefined for rare issues, which keep zod's message.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      if (issue.minimum === 1 && issue.origin in UNITS) return 'Must not be empty.';
      return describeLimit(issue, issue.minimum, ['at least', 'more than']);
    case 'too_big':
      return describeLimit(issue, issue.maximum, ['at most', 'less than']);
    case 'invalid_type': {
      const type = TYPES[issue.expected];
      if (issue.input === undefined) return 'A value is required.';
      return type && `Must be ${type}.`;
    }
    case 'invalid_format': {
      const format = FORMATS[issue.format];
      return format && `Must be ${format}.`;
    }
    case 'invalid_value':
      return `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')}.`;
    case 'unrecognized_keys':
      return describeUnknown(issue.keys);
    default:
      return undefined;
  }
}

/** The parts of a zod issue that are needed to split it. */
export interface SplittableIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Only with the code `unrecognized_keys`. */
  readonly keys?: readonly string[];
}

/** Maximum number of unknown fields of one object that are reported. */
const MAX_KEYS = 20;

/**
 * Returns issues with one for each unknown field, at its path. zod has one for all of them, at the path of the object.
 */
export const splitIssues = <Issue extends SplittableIssue>(issues: readonly Issue[]): Issue[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.keys && issue.keys.length > 0
      ? issue.keys
          .slice(0, MAX_KEYS)
          .map((key) => ({ ...issue, path: [...issue.path, key], message: describeUnknown([key]) }))
      : [issue],
  );
