import { z } from 'zod';
import { describeIssue } from '../contract/describe-issue.ts';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import { findRedacted, REDACTED } from '../contract/redact.ts';
import { getInnermost, getMeta } from '../contract/schema-meta.ts';
import type { IssueCode } from './issue-codes.ts';

// The rules of arguments, which @pothos/plugin-zod runs.

type Context = z.core.$RefinementCtx;

/** `T` without nulls. */
type WithoutNulls<T> = { [Name in keyof T]: Exclude<T[Name], null> };

/** Removes null fields: a null argument counts as omitted. */
export const omitNulls = <T extends object>(args: T): WithoutNulls<T> =>
  // TypeScript cannot infer the type of an object that is built key by key.
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)) as WithoutNulls<T>;

/** Returns what a schema makes of a value. Its problems have the texts of this API. */
function read<Value>({ data, error }: z.ZodSafeParseResult<Value>, context: Context) {
  if (!error) return data;
  for (const issue of error.issues) context.addIssue({ ...issue });
  return z.NEVER;
}

const TEXTS = { error: describeIssue };

/** Creates the rule of an argument, or of all arguments of a field, for its option `validate`. */
export const createRule = <Value>(schema: z.ZodType<Value>) => ({
  schema: z.unknown().transform((value, context) => read(schema.safeParse(value, TEXTS), context)),
});

/** A null that does not clear its field. */
interface LostNull {
  readonly path: readonly string[];
  /** The schema of the field. */
  readonly schema: z.ZodType;
}

const isMerged = (schema: z.ZodType) => getMeta(schema).onUpdate === 'merge';

/** Whether a value is a JSON object, not a file or a time. */
const isPlainObject = (value: unknown): value is JsonObject =>
  isJsonObject(value) && !(value instanceof Blob) && !(value instanceof Date);

/**
 * Returns an input without the nulls that its schema does not accept, at any depth. The others clear a value and are sent.
 * @param lost Collects those in the object itself and in objects that an update merges, which would keep the values that
 * the nulls seem to clear. In an object that is new, or replaces another one as a whole, such a null is absence.
 */
function omitInvalidNulls(
  schema: z.ZodType,
  value: unknown,
  lost?: LostNull[],
  path: LostNull['path'] = [],
): unknown {
  if (!Array.isArray(value) && !isPlainObject(value)) return value;
  const inner = getInnermost(schema);
  if (Array.isArray(value)) {
    const element = inner instanceof z.ZodArray ? inner.element : undefined;
    if (!(element instanceof z.ZodType)) return value;
    return value.map((item) => omitInvalidNulls(element, item));
  }
  if (!(inner instanceof z.ZodObject)) return value;
  const output: JsonObject = {};
  for (const [name, field] of Object.entries(value)) {
    const schema: unknown = inner.shape[name];
    const here = lost ? [...path, name] : path;
    if (!(schema instanceof z.ZodType)) output[name] = field;
    else if (field !== null || schema.safeParse(null).success)
      output[name] = omitInvalidNulls(
        schema,
        field,
        lost && isMerged(schema) ? lost : undefined,
        here,
      );
    else lost?.push({ path: here, schema });
  }
  return output;
}

const EMPTY = ['', [], {}];

/** Creates the issue for a null that does not clear its field, with what to send instead. */
function createNullIssue({ path, schema }: LostNull) {
  const empty = isMerged(schema)
    ? undefined
    : EMPTY.find((value) => schema.safeParse(value).success);
  const instead = empty === undefined ? 'Omit it.' : `Send ${JSON.stringify(empty)} to clear it.`;
  return {
    code: 'custom' as const,
    path: [...path],
    message: `Null does not clear ${path.join('.')}. ${instead}`,
    params: { code: 'NULL_NOT_ALLOWED' satisfies IssueCode },
  };
}

/** Adds an issue for each placeholder of a secret, so that none overwrites the secret. Returns whether there is one. */
function addRedactedIssues(value: unknown, context: Context): boolean {
  const paths = findRedacted(value);
  const message = `"${REDACTED}" is the placeholder of a secret. Send the secret itself, or omit the field.`;
  for (const path of paths)
    context.addIssue({ code: 'custom', path, message, params: { code: 'REDACTED' } });
  return paths.length > 0;
}

export interface InputRuleOptions {
  /** Whether a null that clears nothing is an error at its path. Default: it is absence. */
  readonly isUpdate?: boolean;
  /** Whether the schema reads the content of files, which takes a promise. Default: no. */
  readonly readsFiles?: boolean;
}

/**
 * Creates the rule of the argument `input` of a mutation. It also rejects the placeholder of secrets in responses, so that
 * it never overwrites a secret.
 */
export const createInputRule = <Value>(
  schema: z.ZodType<Value>,
  { isUpdate = false, readsFiles = false }: InputRuleOptions = {},
) => ({
  schema: z.unknown().transform((value, context): Value | Promise<Value> => {
    const lost: LostNull[] = [];
    const given = omitInvalidNulls(schema, value, isUpdate ? lost : undefined);
    for (const each of lost) context.addIssue(createNullIssue(each));
    if (addRedactedIssues(value, context) || lost.length > 0) return z.NEVER;
    if (!readsFiles) return read(schema.safeParse(given, TEXTS), context);
    return schema.safeParseAsync(given, TEXTS).then((result) => read(result, context));
  }),
});
