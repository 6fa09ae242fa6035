import {
  type FieldNode,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { resources } from '../../contract/api.ts';
import { capitalize } from '../../contract/resource.ts';
import { isScope, type Scope } from '../../policy/scopes.ts';
import { collectSelectedFields, listSubselections } from '../../shared/selected-fields.ts';

/** Returns the scopes that a field of the schema requires with as few arguments as possible. */
export function getFieldScopes({
  extensions,
  args,
}: GraphQLField<unknown, unknown>): readonly Scope[] {
  const scopes: unknown = Reflect.get(Object(extensions.pothosOptions), 'scopes');
  const fewest = Object.fromEntries(
    args.map(({ name, type }) => [name, isInputObjectType(getNamedType(type)) ? {} : undefined]),
  );
  const required: unknown = typeof scopes === 'function' ? scopes(fewest) : scopes;
  return Array.isArray(required) ? required.filter(isScope) : [];
}

/** The scopes to read each resource, by the name of its type. */
export const readScopes: ReadonlyMap<string, readonly Scope[]> = new Map(
  Object.entries(resources).map(([name, { feature }]) => [capitalize(name), [`${feature}:read`]]),
);

/** Fields of a resource that its writer may read: they say only what was written. */
const WRITTEN = new Set(['id', '__typename']);

/**
 * Returns the scopes to read what a mutation selects. Selecting more than the id of a resource reads it, also when the
 * mutation has just written it, because an update returns fields that it did not change. Relations are not included:
 * they read other records, after the mutation.
 */
export function findPayloadScopes(info: GraphQLResolveInfo): readonly Scope[] {
  const visit = (outputType: GraphQLOutputType, nodes: readonly FieldNode[]): readonly Scope[] => {
    const type = getNamedType(outputType);
    if (!isObjectType(type)) return [];
    const scopes = readScopes.get(type.name);
    const { fields } = collectSelectedFields(info, type, listSubselections(nodes));
    return [...fields.values()].flatMap((selected) => {
      const name = selected[0]?.name.value ?? '';
      const field = type.getFields()[name];
      if (!field || WRITTEN.has(name)) return [];
      if (!scopes) return [...getFieldScopes(field), ...visit(field.type, selected)];
      // A relation reads another record, after the mutation.
      const isRelation = readScopes.has(getNamedType(field.type).name);
      return isRelation ? scopes : [...scopes, ...getFieldScopes(field)];
    });
  };
  return visit(info.returnType, info.fieldNodes);
}
