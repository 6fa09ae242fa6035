import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type Fragments, listSelectedFields } from '../../shared/selected-fields.ts';
import { allowNull, type JsonSchema, toLeafSchema } from './json-schema.ts';

/** An error of a GraphQL response, as far as an agent needs it. Its codes are in the schema of the graph. */
const ERRORS: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      path: { type: 'array', items: { type: ['string', 'integer'] } },
      extensions: { type: 'object', properties: { code: { type: 'string' } } },
    },
    required: ['message'],
  },
};

function toObjectSchema(
  type: GraphQLObjectType,
  selectionSet: SelectionSetNode,
  fragments: Fragments,
): JsonSchema {
  const fields = type.getFields();
  const nodes = Map.groupBy(
    listSelectedFields(selectionSet, fragments),
    ({ alias, name }) => (alias ?? name).value,
  );
  const properties = [...nodes].flatMap(([key, selected]) => {
    const field = fields[selected[0]?.name.value ?? ''];
    if (!field) return [];
    const selections = selected.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
    return [[key, toSchema(field.type, { kind: Kind.SELECTION_SET, selections }, fragments)]];
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function toNonNullSchema(
  type: GraphQLOutputType,
  selectionSet: SelectionSetNode,
  fragments: Fragments,
): JsonSchema {
  if (isNonNullType(type)) return toNonNullSchema(type.ofType, selectionSet, fragments);
  if (isListType(type))
    return { type: 'array', items: toSchema(type.ofType, selectionSet, fragments) };
  if (isObjectType(type)) return toObjectSchema(type, selectionSet, fragments);
  // Without formats: clients reject results that their library does not accept, and each knows other forms of a URL.
  const { format, ...schema } = toLeafSchema(type) ?? {};
  return schema;
}

function toSchema(
  type: GraphQLOutputType,
  selectionSet: SelectionSetNode,
  fragments: Fragments,
): JsonSchema {
  const schema = toNonNullSchema(type, selectionSet, fragments);
  return isNonNullType(type) ? schema : allowNull(schema);
}

/** Creates the schema of the response to an operation. A field that fails is null, and `data` if nothing is left. */
export const createOutputSchema = (
  root: GraphQLObjectType,
  selectionSet: SelectionSetNode,
  fragments: Fragments,
): JsonSchema & { readonly type: 'object' } => ({
  type: 'object',
  properties: {
    data: allowNull(toObjectSchema(root, selectionSet, fragments)),
    errors: ERRORS,
  },
});
