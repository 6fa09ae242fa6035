import type { ObjectRef } from '@pothos/core';
import { type Records, type ResourceName, resources } from '../contract/api.ts';
import { builder, type GraphTypes } from './builder.ts';
import { createEdge, getEdgeType } from './connection.ts';
import type { GraphContext } from './context.ts';
import type { Input } from './create-input.ts';
import type { Extra } from './extra.ts';
import { createTextFields } from './fields.ts';
import { createIdArgument } from './lookup-fields.ts';

interface MutationOptions<Name extends ResourceName> {
  readonly resource: Name;
  readonly type: ObjectRef<GraphTypes, object>;
  readonly description: string;
}

export interface CreationOptions<Name extends ResourceName, Value> extends MutationOptions<Name> {
  readonly input: Input<Value>;
  readonly create: (input: Value & Extra, context: GraphContext) => Promise<Records[Name]>;
  /** Cost of the mutation. Default: 1, for one call to the upstream. */
  readonly complexity?: (input: Partial<Value>) => number;
  /** Fields of the record that only the payload returns, such as a credential, with their names. Default: none. */
  readonly texts?: { readonly [Field in keyof Records[Name]]?: string };
}

/** Creates the options of the field of a payload that has the record. */
const createRecordOptions = (type: ObjectRef<GraphTypes, object>) => ({
  type,
  nullable: false as const,
  // The mutation itself counts for the record that it returns.
  complexity: 0,
  resolve: (record: object) => record,
});

/** Adds the mutation that creates a record, such as `createPersona`, and the type of its result. */
export function addCreateField<Name extends ResourceName, Value>({
  resource,
  type,
  description,
  input,
  create,
  complexity = () => 1,
  texts = {},
}: CreationOptions<Name, Value>): void {
  const { feature } = resources[resource];
  const Payload = builder.objectRef<object>(`Create${type.name}Payload`).implement({
    fields: (t) => ({
      [resource]: t.field(createRecordOptions(type)),
      [`${resource}Edge`]: t.field({
        type: getEdgeType(resource, type),
        nullable: false,
        complexity: 0,
        // A new record's place in the list is not known. Its id finds it near the start, where lists have the newest.
        resolve: (record) => createEdge(resource, record, 0),
      }),
      ...createTextFields(resource, texts),
    }),
  });
  builder.mutationField(`create${type.name}`, (t) =>
    t.field({
      type: Payload,
      description,
      args: {
        input: t.arg({
          type: input.type,
          required: true,
          validate: input.rule,
        }),
      },
      scopes: [`${feature}:write`],
      // The cost counts the fields, whatever their values.
      complexity: ({ input }) => complexity(input as Partial<Value>),
      resolve: async (_, args, context): Promise<object> => {
        // The rule of the argument has parsed it.
        const record = await create(args.input as Value & Extra, context);
        context.loaders.refresh(resource, record);
        return record;
      },
    }),
  );
}

interface UpdateOptions<Name extends ResourceName, Value> extends MutationOptions<Name> {
  readonly input: Input<Value>;
  readonly update: (
    id: string,
    input: Value & Extra,
    context: GraphContext,
  ) => Promise<Records[Name]>;
}

/** Adds the mutation that updates a record, such as `updatePersona`, and the type of its result. */
export function addUpdateField<Name extends ResourceName, Value>({
  resource,
  type,
  description,
  input,
  update,
}: UpdateOptions<Name, Value>): void {
  const { feature } = resources[resource];
  const Payload = builder.objectRef<object>(`Update${type.name}Payload`).implement({
    fields: (t) => ({
      [resource]: t.field(createRecordOptions(type)),
    }),
  });
  builder.mutationField(`update${type.name}`, (t) =>
    t.field({
      type: Payload,
      description,
      args: {
        id: createIdArgument(t.arg),
        input: t.arg({
          type: input.type,
          required: true,
          validate: input.rule,
        }),
      },
      scopes: [`${feature}:write`],
      resolve: async (_, { id, input }, context): Promise<object> => {
        // The rule of the argument has parsed it.
        const record = await update(id, input as Value & Extra, context);
        context.loaders.refresh(resource, record, id);
        return record;
      },
    }),
  );
}
