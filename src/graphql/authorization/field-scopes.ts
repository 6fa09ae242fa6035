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
import type { Caller } from './caller.ts';
import { requireScopes } from './scope-error.ts';
import type { Scope } from './scopes.ts';

/** The scopes that a caller needs, all of them, to have a field: always the same, or by its arguments. */
export type FieldScopes<Args> = readonly Scope[] | ((args: Args) => readonly Scope[]);

/** What the plugin has to be told of a graph. */
export interface FieldScopesOptions<Context> {
  /** Who asks. */
  readonly callerOf: (context: Context) => Caller;
}

declare global {
  /** Where Pothos looks for what plugins add: https://pothos-graphql.dev/docs/guide/writing-plugins. */
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      fieldScopes: FieldScopesPlugin<Types>;
    }

    export interface SchemaBuilderOptions<Types extends SchemaTypes> {
      fieldScopes: FieldScopesOptions<Types['Context']>;
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
      /** What the caller needs to have this field; nothing if left out or empty. */
      scopes?: FieldScopes<InputShapeFromFields<Args>>;
    }
  }
}

/**
 * Refuses fields to callers who lack one of their scopes, before anything of them is done. What a caller may is known
 * before execution, so nothing is remembered of a request, and no promise is made.
 */
export class FieldScopesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  /** The resolver of a field with scopes throws the errors of {@link requireScopes}; that of another stays what it was. */
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { pothosOptions: { scopes } }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (scopes === undefined) return resolve;
    const { callerOf } = this.builder.options.fieldScopes;
    return (parent, args, context, info) => {
      // Spread, because Pothos types arguments as any object at all, and only a literal passes for a record.
      const needed = typeof scopes === 'function' ? scopes({ ...args }) : scopes;
      requireScopes(callerOf(context), needed);
      return resolve(parent, args, context, info);
    };
  }
}

/** Name by which a builder takes the plugin. */
export const FIELD_SCOPES = 'fieldScopes';

SchemaBuilder.registerPlugin(FIELD_SCOPES, FieldScopesPlugin);
