import type { ObjectRef } from '@pothos/core';
import { type ResourceName, resources } from '../contract/api.ts';
import { capitalize, withArticle } from '../contract/resource.ts';
import { isCallError } from '../upstream/errors.ts';
import { builder, type GraphTypes } from './builder.ts';
import type { GraphContext } from './context.ts';
import { createIdArgument } from './lookup-fields.ts';

// The mutations that delete a record, or stop or cancel it.

export interface DeletionOptions {
  readonly resource: ResourceName;
  readonly type: ObjectRef<GraphTypes, object>;
  /** Additional sentence of the description, for example about effects on other records. */
  readonly note?: string;
  /** Description of the argument `permanently`. Default: there is no such argument. */
  readonly permanently?: string;
  readonly remove: (
    request: { readonly params: { readonly id: string } },
    context: GraphContext,
    isPermanent: boolean,
  ) => Promise<unknown>;
}

/** Adds the mutation that deletes a record, such as `deletePersona`, and the type of its result. */
export function addDeleteField({
  resource,
  type,
  note,
  permanently: description,
  remove,
}: DeletionOptions): void {
  const { noun, feature } = resources[resource];
  const Payload = builder
    .objectRef<{ readonly id: string }>(`Delete${type.name}Payload`)
    .implement({
      fields: (t) => ({ deletedId: t.exposeID('id', { nullable: false }) }),
    });
  builder.mutationField(`delete${type.name}`, (t) =>
    t.field({
      type: Payload,
      description: [`Deletes ${withArticle(noun)}.`, note].filter(Boolean).join(' '),
      args: {
        id: createIdArgument(t.arg),
        ...(description && {
          permanently: t.arg.boolean({ required: true, defaultValue: false, description }),
        }),
      },
      scopes: [`${feature}:write`],
      resolve: async (_, { id, permanently }, context) => {
        await remove({ params: { id } }, context, permanently === true);
        context.loaders.clear(resource, id);
        return { id };
      },
    }),
  );
}

/** Reads a record after a mutation. The mutation has succeeded, so the record is null if this fails. */
export const readAfterwards = <Item>(reading: Promise<Item | null>): Promise<Item | null> =>
  reading.catch((error: unknown) => {
    if (isCallError(error)) return null;
    throw error;
  });

/** Past participles, by the verbs of mutations that end a record. */
const PARTICIPLES = { cancel: 'cancelled', stop: 'stopped' } as const;

interface EndOptions {
  readonly resource: ResourceName;
  readonly type: ObjectRef<GraphTypes, object>;
  /** What the mutation does to the record. */
  readonly verb: keyof typeof PARTICIPLES;
  /** Additional sentence of the description. */
  readonly note: string;
  readonly end: (
    request: { readonly params: { readonly id: string } },
    context: GraphContext,
  ) => Promise<unknown>;
}

/** Adds the mutation that ends a record and keeps it, such as `stopSession`, and the type of its result. */
export function addEndField({ resource, type, verb, note, end }: EndOptions): void {
  const { noun, feature } = resources[resource];
  const name = `${verb}${type.name}`;
  const past = PARTICIPLES[verb];
  const Payload = builder
    .objectRef<{ readonly id: string }>(`${capitalize(name)}Payload`)
    .implement({
      fields: (t) => ({
        // Not `id`: Relay would store the payload and the record under the same id.
        [`${past}Id`]: t.exposeID('id', { nullable: false }),
        [resource]: t.field({
          type,
          description: 'Read after the call; null if that fails. It may still be unchanged.',
          scopes: [`${feature}:read`],
          resolve: ({ id }, _, { loaders }): Promise<object | null> =>
            readAfterwards(loaders.load(resource, id)),
        }),
      }),
    });
  builder.mutationField(name, (t) =>
    t.field({
      type: Payload,
      description: `${capitalize(verb)}s ${withArticle(noun)}. ${note}`,
      args: { id: createIdArgument(t.arg) },
      scopes: [`${feature}:write`],
      resolve: async (_, { id }, context) => {
        await end({ params: { id } }, context);
        context.loaders.clear(resource, id);
        return { id };
      },
    }),
  );
}
