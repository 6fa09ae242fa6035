import { GraphQLError, NoSchemaIntrospectionCustomRule, type ValidationRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';

function removeSuggestion(error: GraphQLError) {
  const start = error.message.indexOf('Did you mean ');
  if (start < 0) return error;
  return new GraphQLError(error.message.slice(0, start).trimEnd(), {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    path: error.path ?? null,
    originalError: error.originalError ?? null,
    extensions: error.extensions,
  });
}

/** Rejects `_service`, by which a subgraph shows its schema. */
const NoSubgraphSchemaRule: ValidationRule = (context) => ({
  Field: (node) => {
    if (node.name.value !== '_service' || context.getParentType()?.name !== 'Query') return;
    const message =
      'GraphQL introspection has been disabled, but the requested query contained the field "_service".';
    context.reportError(new GraphQLError(message, { nodes: node }));
  },
});

/**
 * Hides the schema: disables introspection, also by `_service`, and removes "Did you mean" suggestions from the errors of validation and of
 * variables.
 */
export function useNoIntrospection(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(NoSchemaIntrospectionCustomRule);
      addValidationRule(NoSubgraphSchemaRule);
    },
    onResultProcess({ result, setResult }) {
      if (Array.isArray(result) || !('errors' in result) || !result.errors) return;
      setResult({ ...result, errors: result.errors.map(removeSuggestion) });
    },
  };
}
