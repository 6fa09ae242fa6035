import type { GraphQLSchema } from 'graphql';
import { environmentExample, readme, reference } from './settings-text.ts';

const TEXTS = { environmentExample, readme, reference };

interface Config {
  readonly text: keyof typeof TEXTS;
  /** The scopes with their descriptions. */
  readonly scopes?: ReadonlyMap<string, string>;
}

/** A code generator plugin that prints the settings, and the error codes of the schema. */
export const plugin = (
  schema: GraphQLSchema,
  _documents: unknown,
  { text, scopes = new Map() }: Config,
): string => TEXTS[text](schema, scopes);
