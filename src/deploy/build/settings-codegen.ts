import { readFileSync } from 'node:fs';
import type { GraphQLSchema } from 'graphql';
import {
  environmentExample,
  reference,
  replaceDefaults,
  replaceErrorCodes,
  replaceScopes,
} from './settings-text.ts';

interface Config {
  readonly text: 'environmentExample' | 'reference' | 'limits' | 'errorCodes' | 'scopes';
  /** The scopes with their descriptions. */
  readonly scopes?: ReadonlyMap<string, string>;
}

/** A code generator plugin that prints the settings, or what is generated of the page that it writes. */
export const plugin = (
  schema: GraphQLSchema,
  _documents: unknown,
  { text, scopes = new Map() }: Config,
  { outputFile }: { readonly outputFile: string },
): string => {
  if (text === 'environmentExample') return environmentExample();
  if (text === 'reference') return reference();
  const page = readFileSync(outputFile, 'utf8');
  if (text === 'limits') return replaceDefaults(page);
  return text === 'scopes' ? replaceScopes(page, scopes) : replaceErrorCodes(page, schema);
};
