/**
 * A code generator plugin that writes constants, and as hints the descriptions of the fields of input types, for code that
 * may not import the contract.
 */
import { assertInputObjectType, type GraphQLSchema } from 'graphql';

interface Config {
  readonly constants: Readonly<Record<string, unknown>>;
  /** Names of input types. */
  readonly hints?: readonly string[];
}

function describeFields(schema: GraphQLSchema, name: string): Record<string, string> {
  const fields = assertInputObjectType(schema.getType(name)).getFields();
  return Object.fromEntries(
    Object.values(fields).map((field) => [field.name, field.description ?? '']),
  );
}

/** The plugin. */
export function plugin(
  schema: GraphQLSchema,
  _documents: unknown,
  { constants, hints = [] }: Config,
): string {
  const HINTS = Object.fromEntries(hints.map((name) => [name, describeFields(schema, name)]));
  return Object.entries({ ...constants, ...(hints.length > 0 && { HINTS }) })
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)} as const;`)
    .join('\n\n');
}
