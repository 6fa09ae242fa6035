import { z } from 'zod';
import { describeIssue } from '../../contract/describe-issue.ts';
import { Id } from '../../contract/record.ts';
import { requireScopes } from '../authorization/scope-error.ts';
import type { GraphContext } from '../context.ts';
import { createInputError } from '../errors.ts';
import { entityLookups } from '../resource-fields.ts';

/** A reference to a record, as a gateway sends it: the name of its type and its key. */
const Representation = z.object({
  __typename: z.string().transform((name, context) => {
    const lookup = entityLookups.get(name);
    if (lookup) return lookup;
    context.addIssue(`The type must be one of ${[...entityLookups.keys()].join(', ')}.`);
    return z.NEVER;
  }),
  id: Id,
});

const typeNames = new WeakMap<object, string>();

/** Returns the name of the type of a record that {@link resolveReference} found. */
export const getEntityType = (record: object): string | undefined => typeNames.get(record);

/**
 * Looks up the record that a gateway refers to, by the loader of its type. Returns null if it does not exist.
 * @throws GraphQLError BAD_USER_INPUT for an invalid representation; UNAUTHENTICATED or FORBIDDEN without the scopes of
 * the query by id; any error of the loader.
 */
export async function resolveReference(
  representation: unknown,
  index: number,
  context: GraphContext,
): Promise<object | null> {
  const { data, error } = Representation.safeParse(representation, { error: describeIssue });
  if (error) {
    throw createInputError(
      error.issues.map((issue) => ({ ...issue, path: ['representations', index, ...issue.path] })),
    );
  }
  const { __typename: lookup, id } = data;
  requireScopes(context.caller, lookup.scopes);
  const record = await lookup.find(id, context);
  if (record) typeNames.set(record, lookup.type.name);
  return record;
}
