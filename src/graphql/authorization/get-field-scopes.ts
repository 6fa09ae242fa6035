import { type GraphQLField, getNamedType, isInputObjectType } from 'graphql';
import { isScope, type Scope } from '../../policy/scopes.ts';

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
