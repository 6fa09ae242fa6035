import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';

const SUGGESTION = /\s*Did you mean\b.*$/s;

const removeSuggestion = (error: GraphQLError) =>
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
 * Hides the schema: disables introspection and removes "Did you mean" suggestions from the errors of validation and of
 * variables.
 */
export function useNoIntrospection(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(NoSchemaIntrospectionCustomRule);
    },
    onResultProcess({ result, setResult }) {
      if (Array.isArray(result) || !('errors' in result) || !result.errors) return;
      setResult({ ...result, errors: result.errors.map(removeSuggestion) });
    },
  };
}
