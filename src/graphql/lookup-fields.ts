import type { ArgBuilder, ObjectRef } from '@pothos/core';
import { z } from 'zod';
import { Id } from '../contract/record.ts';
import type { RestMethods } from '../upstream/client.ts';
import { readScopes } from './authorization/payload-scopes.ts';
import type { Scope } from './authorization/scopes.ts';
import { builder, type GraphTypes } from './builder.ts';
import { getLookupComplexity } from './complexity.ts';
import type { GraphContext } from './context.ts';
import type { IdKind } from './verified-ids.ts';

/** A resource whose records a field looks up or deletes. */
interface Resource {
  /** Name of the resource in field names, and of its loader. */
  readonly kind: IdKind;
  /** Singular and plural in descriptions. */
  readonly noun: string;
  readonly nouns: string;
  readonly scopes: readonly Scope[];
}

interface LookupOptions extends Resource {
  readonly type: ObjectRef<GraphTypes, object>;
  /** Finds one record. Default: with the request's loader. */
  readonly find?: (id: string, context: GraphContext) => Promise<object | null>;
}

/** How records of a type are looked up by id. */
type EntityLookup = Required<Pick<LookupOptions, 'type' | 'scopes' | 'find'>>;

/** The types whose records can be looked up by id, by type name. They are the entities of the subgraph. */
export const entityLookups = new Map<string, EntityLookup>();

const createLoaderLookup =
  (kind: IdKind) =>
  (id: string, { loaders }: GraphContext): Promise<object | null> =>
    loaders[kind].load(id);

/** Creates the argument `id`. */
export const createIdArgument = (t: ArgBuilder<GraphTypes>, noun: string) =>
  t.id({ required: true, validate: { schema: Id }, description: `Id of the ${noun}.` });

const getArticle = (noun: string) => (/^(LLM|[aeiou])/.test(noun) ? 'an' : 'a');

/** Adds the query for one record by id, such as `persona`. */
export function addLookupField({ type, kind, noun, scopes, find }: LookupOptions): void {
  const load = find ?? createLoaderLookup(kind);
  entityLookups.set(type.name, { type, scopes, find: load });
  readScopes.set(type.name, scopes);
  builder.queryField(kind, (t) =>
    t.field({
      type,
      description: `Returns ${getArticle(noun)} ${noun} by id, or null if it does not exist.`,
      args: { id: createIdArgument(t.arg, noun) },
      scopes,
      resolve: (_, { id }, context) => load(id, context),
    }),
  );
}

/** Maximum number of ids of one field. */
const MAX_IDS = 100;

const Ids = z.object({ ids: z.array(Id).max(MAX_IDS) });

/** Adds the query for several records by their ids, such as `avatarsByIds`. */
export function addLookupsField({ type, kind, noun, nouns, scopes, find }: LookupOptions): void {
  const load = find ?? createLoaderLookup(kind);
  builder.queryField(`${kind}sByIds`, (t) =>
    t.field({
      type: [type],
      nullable: { list: false, items: true },
      description: `Returns ${nouns} by id, in the order of \`ids\`; null for each ${noun} that does not exist.`,
      args: {
        ids: t.arg.idList({
          required: true,
          description: `Ids of the ${nouns} (maximum ${MAX_IDS}).`,
        }),
      },
      scopes,
      complexity: ({ ids }) => getLookupComplexity(Math.min(ids.length, MAX_IDS)),
      validate: { schema: Ids },
      resolve: (_, { ids }, context) => ids.map((id) => load(id, context)),
    }),
  );
}

/** Removes a deleted record from the loader and the verified ids, and returns its id. */
export async function evictRecord(
  { loaders, verifiedIds }: GraphContext,
  kind: IdKind,
  id: string,
): Promise<string> {
  loaders[kind].clear(id);
  await verifiedIds.delete(kind, id);
  return id;
}

interface DeletionOptions extends Omit<Resource, 'nouns'> {
  /** Additional sentence of the description, for example about effects on other records. */
  readonly note?: string;
  readonly remove: (rest: RestMethods, request: { params: { id: string } }) => Promise<unknown>;
}

/** Adds the mutation that deletes a record, such as `deletePersona`. */
export function addDeleteField({ kind, noun, scopes, note = '', remove }: DeletionOptions): void {
  const name = `delete${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  builder.mutationField(name, (t) =>
    t.field({
      type: 'ID',
      description: `Deletes ${getArticle(noun)} ${noun} and returns its id.${note && ` ${note}`}`,
      args: { id: createIdArgument(t.arg, noun) },
      scopes,
      resolve: async (_, { id }, context) => {
        await remove(context.rest, { params: { id } });
        return evictRecord(context, kind, id);
      },
    }),
  );
}
