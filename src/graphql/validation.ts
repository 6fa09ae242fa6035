import { z } from 'zod';
import { describeIssue } from '../contract/describe-issue.ts';
import { findRedacted, REDACTED } from '../contract/redact.ts';

type Context = z.core.$RefinementCtx;

/** Parses a value with a schema. Its problems have the texts of this API. */
async function parse<Value>(schema: z.ZodType<Value>, value: unknown, context: Context) {
  const { data, error } = await schema.safeParseAsync(value, { error: describeIssue });
  if (!error) return data;
  for (const issue of error.issues) context.addIssue({ ...issue });
  return z.NEVER;
}

/** Creates the rule of an argument, or of all arguments of a field, for its option `validate`. */
export const createRule = <Value>(schema: z.ZodType<Value>) => ({
  schema: z.unknown().transform((value, context) => parse(schema, value, context)),
});

/**
 * Creates the rule of the argument `input` of a mutation. It also rejects the placeholder of secrets in responses, so that
 * it never overwrites a secret.
 */
export const createInputRule = <Value>(schema: z.ZodType<Value>) => ({
  schema: z.unknown().transform((value, context) => {
    const paths = findRedacted(value);
    if (paths.length === 0) return parse(schema, value, context);
    const message = `"${REDACTED}" is the placeholder of a secret. Send the secret itself, or omit the field.`;
    for (const path of paths)
      context.addIssue({ code: 'custom', path, message, params: { code: 'REDACTED' } });
    return z.NEVER;
  }),
});
