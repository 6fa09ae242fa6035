import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ZodPlugin from '@pothos/plugin-zod';
import { z } from 'zod';
import type { JsonObject } from '../contract/record.ts';
import { FIELD_SCOPES } from './authorization/field-scopes.ts';
import type { GraphContext } from './context.ts';
import { createInputError } from './errors.ts';

/** The Pothos builder to which each module adds its types and fields. */
export const builder = new SchemaBuilder<{
  Context: GraphContext;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date | string };
    JSONObject: { Input: JsonObject; Output: JsonObject };
    URL: { Input: string; Output: string };
    Secret: { Input: string; Output: never };
    Upload: { Input: File; Output: never };
    _Any: { Input: unknown; Output: never };
  };
}>({
  // Scopes are checked before arguments are validated, so that callers without them learn nothing about the rules.
  plugins: [FIELD_SCOPES, ComplexityPlugin, ZodPlugin],
  zod: {
    // A rule that fails otherwise, for example because a file cannot be read, is an internal error.
    validationError: (error) =>
      error instanceof z.ZodError ? createInputError(error.issues) : error,
  },
  // Only for the costs of fields. src/server/documents enforces the limit before execution.
  complexity: { disabled: true, defaultComplexity: 1, defaultListMultiplier: 1 },
});

/** The types of the builder: its context and its scalars. */
export type GraphTypes =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;

/** Describes the format of ids, the schema Id. */
const IDS =
  'Ids are those of the upstream, unchanged: 1 to 256 characters, without control characters and / \\ ? # %.';

builder.queryType({
  description: `All queries. ${IDS} A lookup returns null for each id that does not exist, and what it finds in the order of the ids. Texts to search for have at most 256 characters.`,
});
builder.mutationType({
  description: `All mutations. Each makes one upstream call, plus those that its description names, and lookups for relations. Fields that an update omits keep their value. A mutation fails with NOT_FOUND if the record does not exist or is already deleted. Stopping or cancelling a record again changes nothing. ${IDS}`,
});
