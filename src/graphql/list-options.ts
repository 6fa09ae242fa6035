import type { ArgBuilder, ObjectRef } from '@pothos/core';
import { z } from 'zod';
import type { Scope } from './authorization/scopes.ts';
import type { GraphTypes } from './builder.ts';
import type { GraphContext } from './context.ts';
import { createInputError } from './errors.ts';
import { describedBy, omitNulls } from './input.ts';

/** The rule of an argument that filters a list. Its description is that of the argument. */
type FilterRule =
  | z.ZodOptional<z.ZodString>
  | z.ZodOptional<z.ZodBoolean>
  | z.ZodOptional<z.ZodArray<z.ZodString>>;

/** The rules of all of them, by name. */
type Filters<Filter extends object> = z.ZodType<Filter> & {
  readonly shape: Readonly<Record<string, FilterRule>>;
};

/** One page of a list, as the upstream returns it. */
export interface UpstreamPage<Item extends object = object> {
  readonly data: readonly Item[];
  readonly meta: {
    readonly total?: number | null | undefined;
    readonly lastPage?: number | null | undefined;
    readonly currentPage?: number | null | undefined;
    readonly perPage?: number | null | undefined;
    readonly prev?: number | null | undefined;
    readonly next?: number | null | undefined;
  };
}

/** Which page of a list is read. */
export interface PageNumbers {
  readonly page: number;
  readonly perPage: number;
}

/** How a resource is listed: as pages and as a Relay connection. */
export interface ListOptions<Filter extends object> {
  /** The type of an item, which names the types of pages and connections. */
  readonly type: ObjectRef<GraphTypes, object>;
  /** The plural, which names the fields. */
  readonly plural: string;
  /** What descriptions call an item, and several of them. */
  readonly noun: string;
  readonly nouns: string;
  readonly scopes: readonly Scope[];
  /** Whether an upstream may lack the list. The fields are then nullable, so that the rest of the response stands. */
  readonly isExtension: boolean;
  readonly filters: Filters<Filter>;
  /** Reads one page. Two pages of a connection are read concurrently. */
  readonly read: (query: PageNumbers & Filter, context: GraphContext) => Promise<UpstreamPage>;
}

type Arguments = ArgBuilder<GraphTypes>;

function createArgument(t: Arguments, rule: FilterRule) {
  const description = describedBy(rule);
  const inner = rule.unwrap();
  if (inner instanceof z.ZodBoolean) return t.boolean({ description });
  return inner instanceof z.ZodArray ? t.stringList({ description }) : t.string({ description });
}

/** The arguments for filters. */
export const createFilterArguments = <Filter extends object>(
  t: Arguments,
  { shape }: Filters<Filter>,
) =>
  Object.fromEntries(Object.entries(shape).map(([name, rule]) => [name, createArgument(t, rule)]));

/**
 * Prepares the reading of a list's arguments by the rules of its position and of its filters; null counts as omitted.
 * @throws GraphQLError BAD_USER_INPUT with every broken rule, when it reads.
 */
export function createArgumentReader<Position extends object, Filter extends object>(
  position: z.ZodType<Position>,
  filters: z.ZodType<Filter>,
) {
  return (args: object): { readonly position: Position; readonly filter: Filter } => {
    const given = omitNulls(args);
    const [place, kept] = [position.safeParse(given), filters.safeParse(given)];
    if (place.success && kept.success) return { position: place.data, filter: kept.data };
    throw createInputError([...(place.error?.issues ?? []), ...(kept.error?.issues ?? [])]);
  };
}
