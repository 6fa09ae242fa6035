import type { GraphQLSchema } from 'graphql';
import { environmentExample, readme, reference } from './settings-text.ts';

const TEXTS = { environmentExample, readme, reference };

/** A code generator plugin that prints the settings, and the error codes of the schema. */
export const plugin = (
  schema: GraphQLSchema,
  _documents: unknown,
  { text }: { readonly text: keyof typeof TEXTS },
): string => TEXTS[text](schema);
