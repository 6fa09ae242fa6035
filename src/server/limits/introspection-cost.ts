import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';

/** What the fields of an introspection are counted with. */
interface IntrospectionOptions {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Counting stops at this cost, so that it takes no longer for a larger result. */
  readonly maximum: number;
}

/** Fields of an introspection that cost one. They are read from memory, two in less time than a field of a record. */
const FIELDS_PER_COST = 2;

const META_FIELDS = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field] as const),
);

/** Returns the root field `__schema` or `__type`; undefined for any other field. */
export const findMetaField = ({ name }: FieldNode): GraphQLField<unknown, unknown> | undefined =>
  META_FIELDS.get(name.value);

/** Counts the fields of an introspection's result. The schema is known, so the number is exact. */
function countFields(
  selectionSet: SelectionSetNode,
  type: GraphQLNamedOutputType,
  value: unknown,
  { schema, fragments, maximum }: IntrospectionOptions,
): number {
  let count = 0;

  /** Counts a field of `source` and the fields below it. */
  const addField = (node: FieldNode, parentType: GraphQLCompositeType, source: unknown) => {
    count += 1;
    if (!node.selectionSet || !isObjectType(parentType)) return;
    const field = parentType.getFields()[node.name.value];
    if (!field?.resolve) return;
    // Deprecated elements count in any case: the argument may be a variable. The resolvers read nothing else of `info`.
    const args = [source, { includeDeprecated: true }, undefined, { schema }];
    const value = Reflect.apply(field.resolve, undefined, args);
    addValue(node.selectionSet, getNamedType(field.type), value);
  };

  /** Counts the fields of a value; of a list, those of each item. */
  const addValue = (
    { selections }: SelectionSetNode,
    type: GraphQLNamedOutputType,
    value: unknown,
  ) => {
    if (!isCompositeType(type)) return;
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item == null || count > maximum * FIELDS_PER_COST) return;
      for (const selection of selections) {
        if (selection.kind === Kind.FIELD) addField(selection, type, item);
        else {
          const fragment =
            selection.kind === Kind.FRAGMENT_SPREAD
              ? fragments.get(selection.name.value)
              : selection;
          if (fragment) addValue(fragment.selectionSet, type, item);
        }
      }
    }
  };

  addValue(selectionSet, type, value);
  return count;
}

/**
 * Returns the cost of `__schema` or `__type` by the number of fields in its result, at most slightly above `maximum`.
 * `__type` counts as if it returned every type, because its name may be a variable.
 */
export function getIntrospectionCost(node: FieldNode, options: IntrospectionOptions): number {
  const { schema } = options;
  const metaField = findMetaField(node);
  if (!metaField || !node.selectionSet) return 1;
  const value = metaField === SchemaMetaFieldDef ? schema : Object.values(schema.getTypeMap());
  const count = countFields(node.selectionSet, getNamedType(metaField.type), value, options);
  return Math.ceil(count / FIELDS_PER_COST) + 1;
}
