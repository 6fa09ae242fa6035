import SchemaBuilder, {
  type FieldNullability,
  type InputFieldMap,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import { PothosZodPlugin } from '@pothos/plugin-zod';
import type { GraphQLFieldResolver } from 'graphql';
import { z } from 'zod';
import { describeIssue } from '../contract/describe-issue.ts';
import { findRedacted, REDACTED } from '../contract/redact.ts';
import { compileOnUse } from '../shared/compile-on-use.ts';
import { createInputError } from './errors.ts';

declare global {
  /** Extends the types of Pothos: https://pothos-graphql.dev/docs/guide/writing-plugins. */
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      argumentValidation: ArgumentValidationPlugin<Types>;
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
      /** Whether the validation of the arguments is asynchronous, for example because it reads a file. Default: false. */
      isValidationAsync?: boolean;
    }
  }
}

/**
 * Returns a function that creates the schema of a field's arguments, from its own schema and theirs; undefined if there
 * are none. Most fields are never selected, so their schemas are never created.
 */
function findArgumentsSchema<Types extends SchemaTypes>(
  config: PothosOutputFieldConfig<Types>,
): (() => z.ZodType<object>) | undefined {
  const { validate } = config.pothosOptions;
  const fieldSchema = Object(validate).schema;
  if (validate && !(fieldSchema instanceof z.ZodType)) {
    throw new Error(`The rule of ${config.parentType}.${config.name} is not a zod schema.`);
  }
  const shape: Record<string, z.ZodType> = {};
  for (const [name, { extensions }] of Object.entries(config.args)) {
    const { validator } = Object(extensions);
    if (validator instanceof z.ZodType) shape[name] = validator;
  }
  if (fieldSchema) return () => fieldSchema.pipe(z.looseObject(shape));
  return Object.keys(shape).length > 0 ? () => z.looseObject(shape) : undefined;
}

/**
 * Resolves the lazy schemas that Pothos creates for input types, by a conversion: zod takes unresolved ones for
 * recursive, and compiles none that contains them.
 */
function resolveLazySchemas(schema: z.ZodType<object>) {
  z.toJSONSchema(schema, { unrepresentable: 'any' });
  return schema;
}

/**
 * Rejects arguments that contain the placeholder of secrets in responses, so that it never overwrites a secret.
 * @throws GraphQLError BAD_USER_INPUT with the path of each.
 */
export function rejectRedacted(args: object): void {
  const paths = findRedacted(args);
  if (paths.length === 0) return;
  const message = `"${REDACTED}" is the placeholder of a secret. Send the secret itself, or omit the field.`;
  throw createInputError(paths.map((path) => ({ path, message, code: 'REDACTED' })));
}

/**
 * Validates arguments with the schemas that the Pothos plugin for zod creates, but synchronously where possible. The
 * plugin itself always creates promises. zod compiles schemas only for synchronous parsing, which reduces the time of
 * createSessionToken by 5%.
 */
class ArgumentValidationPlugin<Types extends SchemaTypes> extends PothosZodPlugin<Types> {
  /** Passes the parsed arguments to the resolver. Invalid ones throw GraphQLError BAD_USER_INPUT with all issues. */
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (config.pothosOptions.isValidationAsync) return super.wrapResolve(resolve, config);
    const createSchema = findArgumentsSchema(config);
    if (!createSchema) return resolve;
    const getCompiled = compileOnUse(() => resolveLazySchemas(createSchema()));
    return (parent, args, context, info) => {
      if (config.kind === 'Mutation') rejectRedacted(args);
      const { data, error } = getCompiled().safeParse(args, { error: describeIssue });
      if (!data) throw createInputError(error.issues);
      return resolve(parent, data, context, info);
    };
  }
}

/** Name of the plugin in a builder's `plugins`. */
export const ARGUMENT_VALIDATION = 'argumentValidation';

SchemaBuilder.registerPlugin(ARGUMENT_VALIDATION, ArgumentValidationPlugin);
