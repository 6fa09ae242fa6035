import { GraphQLError, NoSchemaIntrospectionCustomRule, type ValidationRule } from 'graphql';

/** Rejects `_service`, by which a subgraph shows its schema. */
const NoSubgraphSchemaRule: ValidationRule = (context) => ({
  Field: (node) => {
    if (node.name.value !== '_service' || context.getParentType()?.name !== 'Query') return;
    const message =
      'GraphQL introspection has been disabled, but the requested query contained the field "_service".';
    context.reportError(new GraphQLError(message, { nodes: node }));
  },
});

/** Rules that hide the schema: they reject introspection, also by `_service`. */
export const NO_INTROSPECTION: readonly ValidationRule[] = [
  NoSchemaIntrospectionCustomRule,
  NoSubgraphSchemaRule,
];
