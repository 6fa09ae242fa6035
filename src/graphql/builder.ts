import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import type { JsonObject } from '../contract/record.ts';
import { ARGUMENT_VALIDATION } from './argument-validation.ts';
import { FIELD_SCOPES } from './authorization/field-scopes.ts';
import type { GraphContext } from './context.ts';
import { createInputError } from './errors.ts';

/** The Pothos builder that every module of the graph adds its part to. */
export const builder = new SchemaBuilder<{
  Context: GraphContext;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date | string };
    JSONObject: { Input: JsonObject; Output: JsonObject };
    URL: { Input: URL; Output: string };
    Secret: { Input: string; Output: never };
    Upload: { Input: File; Output: never };
    _Any: { Input: unknown; Output: never };
  };
}>({
  // In this order a caller who may not have a field learns nothing of its rules.
  plugins: [FIELD_SCOPES, ComplexityPlugin, ARGUMENT_VALIDATION],
  fieldScopes: { callerOf: ({ caller }) => caller },
  // Only the weights of fields: src/server/limits rejects operations above the limit before they are executed.
  zod: { validationError: ({ issues }) => createInputError(issues) },
  complexity: { disabled: true, defaultComplexity: 1, defaultListMultiplier: 1 },
});

/** The types that the builder knows: its context and its scalars. */
export type GraphTypes =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;

builder.queryType({ description: 'All queries.' });
builder.mutationType({
  description:
    'All mutations. Each mutation makes one call to the upstream, plus lookups for `verify`, `overrides` and relations.',
});
