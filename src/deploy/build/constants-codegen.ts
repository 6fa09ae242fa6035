/** A code generator plugin that writes constants for code that may not import the contract. */
import type { GraphQLSchema } from 'graphql';

interface Config {
  readonly constants: Readonly<Record<string, unknown>>;
}

/** The plugin. */
export const plugin = (
  _schema: GraphQLSchema,
  _documents: unknown,
  { constants }: Config,
): string =>
  Object.entries(constants)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)} as const;`)
    .join('\n\n');
