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
class IntrospectionCounter {
  readonly #options: IntrospectionOptions;
  #count = 0;

  constructor(options: IntrospectionOptions) {
    this.#options = options;
  }

  /** The fields counted so far. */
  get count(): number {
    return this.#count;
  }

  /** Counts a field of `source` and the fields below it. */
  addField(node: FieldNode, parentType: GraphQLCompositeType, source: unknown): void {
    this.#count += 1;
    if (!node.selectionSet || !isObjectType(parentType)) return;
    const field = parentType.getFields()[node.name.value];
    if (!field?.resolve) return;
    const { schema } = this.#options;
    // Deprecated elements count in any case: the argument may be a variable. The resolvers read nothing else of `info`.
    const value = Reflect.apply(field.resolve, undefined, [
      source,
      { includeDeprecated: true },
      undefined,
      { schema },
    ]);
    this.addValue(node.selectionSet, getNamedType(field.type), value);
  }

  /** Counts the fields of a value; of a list, those of each item. */
  addValue(selectionSet: SelectionSetNode, type: GraphQLNamedOutputType, value: unknown): void {
    if (
      value == null ||
      this.#count > this.#options.maximum * FIELDS_PER_COST ||
      !isCompositeType(type)
    )
      return;
    if (Array.isArray(value)) {
      for (const item of value) this.addValue(selectionSet, type, item);
      return;
    }
    for (const selection of selectionSet.selections) {
      if (selection.kind === Kind.FIELD) this.addField(selection, type, value);
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        this.addValue(selection.selectionSet, type, value);
      else {
        const fragment = this.#options.fragments.get(selection.name.value);
        if (fragment) this.addValue(fragment.selectionSet, type, value);
      }
    }
  }
}

/**
 * Returns the cost of `__schema` or `__type` by the number of fields in its result, at most slightly above `maximum`.
 * `__type` counts as if it returned every type, because its name may be a variable.
 */
export function getIntrospectionCost(node: FieldNode, options: IntrospectionOptions): number {
  const { schema } = options;
  const counter = new IntrospectionCounter(options);
  const metaField = findMetaField(node);
  if (!metaField || !node.selectionSet) return 1;
  const value = metaField === SchemaMetaFieldDef ? schema : Object.values(schema.getTypeMap());
  counter.addValue(node.selectionSet, getNamedType(metaField.type), value);
  return Math.ceil(counter.count / FIELDS_PER_COST) + 1;
}
