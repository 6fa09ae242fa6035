import type { ArgBuilder, ObjectRef } from '@pothos/core';
import { z } from 'zod';
import type { Records, ResourceName } from '../contract/api.ts';
import { describeIssue } from '../contract/describe-issue.ts';
import type { PageNumbers, UpstreamPage } from '../contract/page.ts';
import { getDescription } from '../contract/schema-meta.ts';
import { compileOnUse } from '../shared/compile-on-use.ts';
import type { GraphTypes } from './builder.ts';
import type { GraphContext } from './context.ts';
import { createInputError } from './errors.ts';
import { findEnumType, findScalar } from './fields.ts';
import { omitNulls } from './input.ts';

/** The schema of a filter argument. Its description is also the argument's. */
type FilterSchema =
  | z.ZodOptional<z.ZodType<string>>
  | z.ZodOptional<z.ZodEnum>
  | z.ZodDefault<z.ZodBoolean>
  | z.ZodOptional<z.ZodArray<z.ZodString>>;

type Filters<Filter extends object> = z.ZodType<Filter> & {
  readonly shape: Readonly<Record<string, FilterSchema>>;
};

/** How a resource is listed: as pages and as a Relay connection. */
export interface ListOptions<Name extends ResourceName, Filter extends object> {
  readonly resource: Name;
  /** The type of the items. Its name is the prefix of the page and connection types. */
  readonly type: ObjectRef<GraphTypes, object>;
  readonly filters: Filters<Filter>;
  /** Fetches one page. A connection may fetch two pages concurrently. */
  readonly fetchPage: (
    query: PageNumbers & Filter,
    context: GraphContext,
  ) => Promise<UpstreamPage<Records[Name]>>;
}

type Arguments = ArgBuilder<GraphTypes>;

function createArgument(t: Arguments, schema: FilterSchema) {
  const description = getDescription(schema);
  if (schema instanceof z.ZodDefault) {
    return t.boolean({ defaultValue: schema.parse(undefined), description });
  }
  const inner = schema.unwrap();
  if (inner instanceof z.ZodArray) return t.stringList({ description });
  if (inner instanceof z.ZodEnum) return t({ type: findEnumType(inner), description });
  return findScalar(schema) === 'ID' ? t.id({ description }) : t.string({ description });
}

export const createFilterArguments = <Filter extends object>(
  t: Arguments,
  { shape }: Filters<Filter>,
) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, createArgument(t, schema)]),
  );

/**
 * Creates a function that validates the arguments of a list by the schemas of its position and its filters. Null counts
 * as omitted. The function throws GraphQLError BAD_USER_INPUT with all issues.
 */
export function createArgumentReader<Position extends object, Filter extends object>(
  position: z.ZodType<Position>,
  filters: z.ZodType<Filter>,
) {
  const getPosition = compileOnUse(() => position);
  const getFilters = compileOnUse(() => filters);
  return (args: object): { readonly position: Position; readonly filter: Filter } => {
    const input = omitNulls(args);
    const parsedPosition = getPosition().safeParse(input, { error: describeIssue });
    const parsedFilter = getFilters().safeParse(input, { error: describeIssue });
    if (parsedPosition.success && parsedFilter.success) {
      return { position: parsedPosition.data, filter: parsedFilter.data };
    }
    throw createInputError([
      ...(parsedPosition.error?.issues ?? []),
      ...(parsedFilter.error?.issues ?? []),
    ]);
  };
}
