import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type InputShapeFromFields,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Scope } from '../../policy/scopes.ts';
import type { GraphContext } from '../context.ts';
import { hasAllScopes } from './caller.ts';
import { findPayloadScopes } from './payload-scopes.ts';
import { requireScopes } from './scope-error.ts';

/** The scopes that a field requires, all of them: a list, or a function of the field's arguments. */
type FieldScopes<Args> = readonly Scope[] | ((args: Args) => readonly Scope[]);

declare global {
  /** Extends the types of Pothos: https://pothos-graphql.dev/docs/guide/writing-plugins. */
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      fieldScopes: FieldScopesPlugin<Types>;
    }

    export interface FieldOptions<
      Types extends SchemaTypes,
      ParentShape,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > {
      /** Scopes that the field requires. Default: none. */
      scopes?: FieldScopes<InputShapeFromFields<Args>>;
    }
  }
}

/**
 * Checks the scopes of a field before its resolver runs. The scopes of a caller are known before execution, so the
 * plugin creates no promises and keeps no data of a request.
 */
class FieldScopesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  /** Adds {@link requireScopes} to resolvers of fields with scopes. Other resolvers are returned unchanged. */
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { kind, pothosOptions: { scopes } }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (scopes === undefined) return resolve;
    return (parent, args, context, info) => {
      // The context of every schema with this plugin.
      const { caller } = context as GraphContext;
      if (hasAllScopes(caller)) return resolve(parent, args, context, info);
      // Pothos types the arguments as `object`. Only an object literal is assignable to a record.
      const required = typeof scopes === 'function' ? scopes({ ...args }) : scopes;
      requireScopes(caller, required);
      if (kind === 'Mutation') {
        const reason = 'It is required to select more than the id.';
        requireScopes(caller, findPayloadScopes(info), reason);
      }
      return resolve(parent, args, context, info);
    };
  }
}

/** Name of the plugin in a builder's `plugins`. */
export const FIELD_SCOPES = 'fieldScopes';

SchemaBuilder.registerPlugin(FIELD_SCOPES, FieldScopesPlugin);
