import type { ArgBuilder, ObjectRef } from '@pothos/core';
import { z } from 'zod';
import { type EndpointName, type ResourceName, resources } from '../contract/api.ts';
import { Id } from '../contract/record.ts';
import { withArticle } from '../contract/resource.ts';
import type { Scope } from '../policy/scopes.ts';
import { builder, type GraphTypes } from './builder.ts';
import type { GraphContext } from './context.ts';
import { getLookupCost } from './field-cost.ts';
import { createRule } from './validation.ts';

interface LookupOptions {
  /** A resource with an endpoint for one record. */
  readonly resource: ResourceName & EndpointName;
  readonly type: ObjectRef<GraphTypes, object>;
  /** Finds one record. Default: with the request's loader. */
  readonly find?: (id: string, context: GraphContext) => Promise<object | null>;
}

interface EntityLookup extends Required<Pick<LookupOptions, 'type' | 'find'>> {
  readonly scopes: readonly Scope[];
}

/** The types whose records can be looked up by id, by type name. They are the entities of the subgraph. */
export const entityLookups = new Map<string, EntityLookup>();

const createLoaderLookup =
  (resource: ResourceName) =>
  (id: string, { loaders }: GraphContext): Promise<object | null> =>
    loaders.load(resource, id);

/** Creates the argument `id`. The types Query and Mutation say what an id is. */
export const createIdArgument = (t: ArgBuilder<GraphTypes>) =>
  t.id({ required: true, validate: createRule(Id) });

/** Maximum number of ids of one field. */
export const MAX_IDS = 100;

const Ids = z.object({ ids: z.array(Id).max(MAX_IDS) });

/** Adds the queries for one record by id, such as `persona`, and for several, such as `personasByIds`. */
export function addLookupFields({ resource, type, find }: LookupOptions): void {
  const { noun, nouns, collection, feature } = resources[resource];
  const scopes = [`${feature}:read`] as const;
  const load = find ?? createLoaderLookup(resource);
  entityLookups.set(type.name, { type, scopes, find: load });
  builder.queryFields((t) => ({
    [resource]: t.field({
      type,
      description: `Returns ${withArticle(noun)} by id, or null.`,
      args: { id: createIdArgument(t.arg) },
      scopes,
      resolve: (_, { id }, context) => load(id, context),
    }),
    [`${collection}ByIds`]: t.field({
      type: [type],
      nullable: { list: true, items: true },
      description: `Returns at most ${MAX_IDS} ${nouns} by id.`,
      args: {
        ids: t.arg.idList({ required: true }),
      },
      scopes,
      complexity: ({ ids }) => getLookupCost(Math.min(ids.length, MAX_IDS)),
      validate: createRule(Ids),
      resolve: (_, { ids }, context) => ids.map((id) => load(id, context)),
    }),
  }));
}
