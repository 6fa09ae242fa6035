import {
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  introspectionFromSchema,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { type Fragments, listSelectedFields } from '../../shared/selected-fields.ts';

/** Fields of an introspection that cost one. They are read from memory, two in less time than a field of a record. */
const FIELDS_PER_COST = 2;

const META_FIELDS = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field] as const),
);

/** Returns the root field `__schema` or `__type`; undefined for any other field. */
export const findMetaField = ({ name }: FieldNode): GraphQLField<unknown, unknown> | undefined =>
  META_FIELDS.get(name.value);

/** The result of an introspection of everything. */
interface Introspection {
  readonly schema: object;
  /** By name. */
  readonly types: ReadonlyMap<unknown, object>;
}

const introspections = new WeakMap<GraphQLSchema, Introspection>();

function getIntrospection(schema: GraphQLSchema): Introspection {
  const known = introspections.get(schema);
  if (known) return known;
  const { __schema } = introspectionFromSchema(schema);
  const types = new Map(__schema.types.map((type) => [type.name, type] as const));
  const introspection = { schema: __schema, types };
  introspections.set(schema, introspection);
  return introspection;
}

/** Counts the fields of a document's introspections. The schema is known, so the numbers are exact. */
export class IntrospectionCounter {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;
  /** Fields that are still counted, so that it takes no longer for larger results. */
  #rest: number;

  /** @param maximum the cost beyond which counting stops. */
  constructor(schema: GraphQLSchema, fragments: Fragments, maximum: number) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#rest = maximum * FIELDS_PER_COST;
  }

  /**
   * Returns the cost of `__schema` or `__type` by the number of fields in its result. `__type` counts as if it returned
   * every type, because its name may be a variable. Deprecated elements count in any case, because the argument may be.
   */
  getCost(node: FieldNode): number {
    if (!node.selectionSet) return 1;
    const { schema, types } = getIntrospection(this.#schema);
    const value = findMetaField(node) === SchemaMetaFieldDef ? schema : [...types.values()];
    const count = this.#countFields(node.selectionSet, value, types);
    return Math.ceil(count / FIELDS_PER_COST) + 1;
  }

  /** Counts the selected fields of a value; of a list, those of each item. */
  #countFields(
    selectionSet: SelectionSetNode,
    value: unknown,
    types: Introspection['types'],
  ): number {
    let count = 0;
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item == null) break;
      // A reference to a type has only its name and its kind, which no other named elements have.
      const element = ('kind' in item && types.get(item.name)) || item;
      for (const field of listSelectedFields(selectionSet, this.#fragments)) {
        if (this.#rest < 0) break;
        count += 1;
        this.#rest -= 1;
        if (field.selectionSet)
          count += this.#countFields(field.selectionSet, element[field.name.value], types);
      }
    }
    return count;
  }
}
