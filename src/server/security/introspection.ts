import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';

const SUGGESTION = /\s*Did you mean\b.*$/s;

const withoutSuggestion = (error: GraphQLError) =>
  SUGGESTION.test(error.message)
    ? new GraphQLError(error.message.replace(SUGGESTION, ''), {
        nodes: error.nodes ?? null,
        source: error.source ?? null,
        positions: error.positions ?? null,
        path: error.path ?? null,
        originalError: error.originalError ?? null,
        extensions: error.extensions,
      })
    : error;

/**
 * Keeps the schema to itself: no introspection, and no error that guesses which name was meant. Both kinds of guesses
 * are covered, those of validation and those that come with a variable's value.
 */
export function useNoIntrospection(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(NoSchemaIntrospectionCustomRule);
    },
    onResultProcess({ result, setResult }) {
      if (Array.isArray(result) || !('errors' in result) || !result.errors) return;
      setResult({ ...result, errors: result.errors.map(withoutSuggestion) });
    },
  };
}
