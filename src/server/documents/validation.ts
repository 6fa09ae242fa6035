import {
  GraphQLError,
  isIntrospectionType,
  NoSchemaIntrospectionCustomRule,
  parse,
  type ValidationRule,
} from 'graphql';
import { addLiteralProblems } from '../../graphql/value-problem.ts';
import type { ServerPlugin } from '../request-context.ts';
import type { DocumentCache } from './document-cache.ts';
import { createLimitError, type DocumentLimits } from './operation-limits.ts';

/** Maximum number of fields `__schema` and `__type` of a document. */
const MAX_INTROSPECTIONS = 2;

const INTROSPECTION_FIELDS: readonly string[] = ['__schema', '__type'];

const createDirectiveRule =
  (maximum: number): ValidationRule =>
  (context) => {
    let count = 0;
    return {
      Directive: () => {
        count += 1;
        if (count === maximum + 1)
          context.reportError(
            createLimitError(`The document has more than ${maximum} directives.`),
          );
      },
    };
  };

/**
 * Limits introspection to what tools need. graphql-js limits its depth, but not its aliases, each of which would repeat the
 * fields of all types.
 */
const LimitIntrospectionRule: ValidationRule = (context) => {
  let count = 0;
  return {
    Field: (node) => {
      const parent = context.getParentType();
      if (node.alias && parent && isIntrospectionType(parent))
        context.reportError(createLimitError('An introspection must not have aliases.', node));
      if (!INTROSPECTION_FIELDS.includes(node.name.value)) return;
      count += 1;
      if (count === MAX_INTROSPECTIONS + 1) {
        const message = `The document has more than ${MAX_INTROSPECTIONS} fields __schema and __type.`;
        context.reportError(createLimitError(message, node));
      }
    },
  };
};

/** Rejects `_service`, by which a subgraph shows its schema. */
const NoSubgraphSchemaRule: ValidationRule = (context) => ({
  Field: (node) => {
    if (node.name.value !== '_service' || context.getParentType()?.name !== 'Query') return;
    const message =
      'GraphQL introspection has been disabled, but the requested query contained the field "_service".';
    context.reportError(new GraphQLError(message, { nodes: node }));
  },
});

const isGraphQLError = (error: unknown) => error instanceof GraphQLError;

/**
 * Parses and validates documents, with rules besides those of the specification. None depends on the variables, the
 * operation or the caller, because valid documents are cached for all. Not Yoga's cache, which has no bound in bytes and
 * knows rules by their names.
 * @param hasIntrospection whether documents can read the schema.
 * @param hasOtherRules whether plugins may add rules, which may depend on the caller.
 */
export function useValidation(
  documents: DocumentCache,
  { tokens, directives }: DocumentLimits,
  { hasIntrospection, hasOtherRules }: Record<'hasIntrospection' | 'hasOtherRules', boolean>,
): ServerPlugin {
  const rules = [
    createDirectiveRule(directives),
    ...(hasIntrospection
      ? [LimitIntrospectionRule]
      : [NoSchemaIntrospectionCustomRule, NoSubgraphSchemaRule]),
  ];
  return {
    onParse({ params: { source }, setParsedDocument, setParseFn }) {
      const known = documents.get(String(source));
      if (known) setParsedDocument(known);
      else setParseFn((text) => parse(text, { maxTokens: tokens }));
    },
    onValidate({ params: { schema, documentAST }, setResult, addValidationRule }) {
      const isValid = documents.find(documentAST).validFor === schema;
      if (isValid && !hasOtherRules) return setResult([]);
      for (const rule of rules) addValidationRule(rule);
      return ({ valid, result }) => {
        if (valid) documents.add(documentAST, schema);
        else addLiteralProblems(result.filter(isGraphQLError), schema, documentAST);
      };
    },
  };
}
