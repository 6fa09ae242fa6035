import { type ArgBuilder, type FieldMap, ObjectFieldBuilder, type ObjectRef } from '@pothos/core';
import { z } from 'zod';
import { type EndpointName, type Records, type ResourceName, resources } from '../contract/api.ts';
import { Id } from '../contract/record.ts';
import { capitalize, type Endpoint, type Operation, withArticle } from '../contract/resource.ts';
import type { Scope } from '../policy/scopes.ts';
import { isCallError } from '../upstream/errors.ts';
import { callEndpoint } from '../upstream/rest-methods.ts';
import { builder, type GraphTypes } from './builder.ts';
import { addListField, createEdge, getEdgeType, type ListOptions } from './connection.ts';
import type { GraphContext } from './context.ts';
import { addExtra, type Extra } from './extra.ts';
import { getLookupCost } from './field-cost.ts';
import { createInput, type InputOptions } from './inputs.ts';
import { createRule } from './validation.ts';

interface Resource<Name extends ResourceName> {
  readonly resource: Name & EndpointName;
  readonly type: ObjectRef<GraphTypes, object>;
}

/** How a mutation differs from its endpoint. Default of each: what the contract of the endpoint says. */
interface WriteOptions<Name extends ResourceName, Schema extends z.ZodObject>
  extends Partial<InputOptions<Schema>> {
  readonly description?: string;
  /** Makes the calls. An update gets the id of the record. */
  readonly run?: (
    input: z.output<Schema> & Extra,
    context: GraphContext,
    id: string,
  ) => Promise<Records[Name]>;
  /** Cost of the mutation. Default: 1, for one call to the upstream. */
  readonly complexity?: (input: Partial<z.output<Schema>>) => number;
  /** Creates fields that only the payload has, such as a credential. Default: none. */
  readonly further?: (t: ObjectFieldBuilder<GraphTypes, Records[Name]>) => FieldMap;
}

/** Past participles, by the verbs of mutations that end a record. */
const PARTICIPLES = { delete: 'deleted', cancel: 'cancelled', stop: 'stopped' } as const;

type Verb = keyof typeof PARTICIPLES;

interface EndOptions {
  /** Additional sentence of the description, for example about effects on other records. */
  readonly note?: string;
  /** Description of the argument `permanently`. Default: there is no such argument. */
  readonly permanently?: string;
  readonly run?: (
    request: { readonly params: { readonly id: string } },
    context: GraphContext,
    isPermanent: boolean,
  ) => Promise<unknown>;
}

type Find = (id: string, context: GraphContext) => Promise<object | null>;

interface EntityLookup extends Pick<Resource<ResourceName>, 'type'> {
  readonly find: Find;
  readonly scopes: readonly Scope[];
}

/** The types whose records can be looked up by id, by type name. They are the entities of the subgraph. */
export const entityLookups = new Map<string, EntityLookup>();

/** Creates the argument `id`. The types Query and Mutation say what an id is. */
const createIdArgument = (t: ArgBuilder<GraphTypes>) =>
  t.id({ required: true, validate: createRule(Id) });

/** Maximum number of ids of one field. */
export const MAX_IDS = 100;

const Ids = z.object({ ids: z.array(Id).max(MAX_IDS) });

/** Adds the queries for one record by id, such as `persona`, and for several, such as `personasByIds`. */
function addLookupFields({ resource, type }: Resource<ResourceName>, find: Find): void {
  const { noun, nouns, collection, feature } = resources[resource];
  const scopes = [`${feature}:read`] as const;
  entityLookups.set(type.name, { type, scopes, find });
  builder.queryFields((t) => ({
    [resource]: t.field({
      type,
      description: `Returns ${withArticle(noun)} by id, or null.`,
      args: { id: createIdArgument(t.arg) },
      scopes,
      resolve: (_, { id }, context) => find(id, context),
    }),
    [`${collection}ByIds`]: t.field({
      type: [type],
      nullable: { list: true, items: true },
      description: `Returns at most ${MAX_IDS} ${nouns} by id.`,
      args: { ids: t.arg.idList({ required: true }) },
      scopes,
      complexity: ({ ids }) => getLookupCost(Math.min(ids.length, MAX_IDS)),
      validate: createRule(Ids),
      resolve: (_, { ids }, context) => ids.map((id) => find(id, context)),
    }),
  }));
}

/** Returns the schema of the JSON body of an endpoint. */
function getBody({ body }: Endpoint): z.ZodObject {
  if (body?.json instanceof z.ZodObject) return body.json;
  throw new Error('The body is not a JSON object. Pass a schema.');
}

/** Adds the mutation that creates or updates a record, such as `createPersona`, and the type of its result. */
function addWriteField<Name extends ResourceName, Schema extends z.ZodObject>(
  { resource, type }: Resource<Name>,
  [name, endpoint]: readonly [string, Endpoint],
  options: WriteOptions<Name, Schema>,
): void {
  const { description = endpoint.summary, complexity = () => 1, further = () => ({}) } = options;
  const isUpdate = endpoint.operation === 'update';
  const run: NonNullable<typeof options.run> =
    options.run ??
    (({ extra, ...body }, { rest }, id) =>
      callEndpoint(rest, name, {
        ...(isUpdate && { params: { id } }),
        body: addExtra(body, extra),
      }));
  const Payload = builder.objectRef<object>(`${capitalize(name)}Payload`).implement({
    fields: (t) => ({
      [resource]: t.field({
        type,
        nullable: false,
        // The mutation itself counts for the record that it returns.
        complexity: 0,
        resolve: (record) => record,
      }),
      ...(!isUpdate && {
        [`${resource}Edge`]: t.field({
          type: getEdgeType(resource, type),
          nullable: false,
          complexity: 0,
          // A new record's place in the list is not known. Its id finds it near the start, where lists have the newest.
          resolve: (record) => createEdge(resource, record, 0),
        }),
      }),
      ...further(new ObjectFieldBuilder(builder)),
    }),
  });
  // Without a schema, that of the endpoint is the one of the type parameter.
  const input = { ...options, schema: options.schema ?? (getBody(endpoint) as Schema), isUpdate };
  const argument = createInput(name, input);
  builder.mutationField(name, (t) =>
    t.field({
      type: Payload,
      description,
      args: { ...(isUpdate && { id: createIdArgument(t.arg) }), input: t.arg(argument) },
      scopes: [`${resources[resource].feature}:write`],
      // The cost counts the fields, whatever their values.
      complexity: ({ input }) => complexity(input as Partial<z.output<Schema>>),
      resolve: async (_, { id, input }, context): Promise<object> => {
        // The rule of the argument has parsed it.
        const record = await run(input as z.output<Schema> & Extra, context, id ?? '');
        context.loaders.refresh(resource, record, id);
        return record;
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

/** Adds the mutation that ends a record, such as `deletePersona` or `stopSession`, and the type of its result. */
function addEndField(
  { resource, type }: Resource<ResourceName>,
  { verb, note, permanently: description, run }: EndOptions & { readonly verb: Verb },
): void {
  const { noun, feature } = resources[resource];
  const name = `${verb}${type.name}`;
  const end: NonNullable<typeof run> =
    run ?? ((request, { rest }) => callEndpoint(rest, name, request));
  const Payload = builder.objectRef<{ id: string }>(`${capitalize(name)}Payload`).implement({
    fields: (t) => ({
      // Not `id`: Relay would store the payload and the record under the same id.
      [`${PARTICIPLES[verb]}Id`]: t.exposeID('id', { nullable: false }),
      ...(verb !== 'delete' && {
        [resource]: t.field({
          type,
          description: 'Read after the call; null if that fails. It may still be unchanged.',
          scopes: [`${feature}:read`],
          resolve: ({ id }, _, { loaders }): Promise<object | null> =>
            readAfterwards(loaders.load(resource, id)),
        }),
      }),
    }),
  });
  builder.mutationField(name, (t) =>
    t.field({
      type: Payload,
      description: [`${capitalize(verb)}s ${withArticle(noun)}.`, note].filter(Boolean).join(' '),
      args: {
        id: createIdArgument(t.arg),
        ...(description && {
          permanently: t.arg.boolean({ required: true, defaultValue: false, description }),
        }),
      },
      scopes: [`${feature}:write`],
      resolve: async (_, { id, permanently }, context) => {
        await end({ params: { id } }, context, permanently === true);
        context.loaders.clear(resource, id);
        return { id };
      },
    }),
  );
}

interface ResourceOptions<
  Name extends ResourceName,
  Filter extends object,
  Creation extends z.ZodObject,
  Update extends z.ZodObject,
> extends Resource<Name> {
  /** Finds one record. Default: with the loaders of the request. */
  readonly find?: Find;
  /** How the list differs from its endpoint. False: it is no query. */
  readonly list?: Pick<ListOptions<Name, Filter>, 'filters' | 'fetchPage'> | false;
  readonly create?: WriteOptions<Name, Creation>;
  readonly update?: WriteOptions<Name, Update>;
  readonly remove?: EndOptions;
  /** A mutation that ends the record and keeps it, instead of one that deletes it. */
  readonly end?: EndOptions & { readonly verb: Verb };
}

/**
 * Adds the queries and mutations of a resource, as its contract describes them: one for each endpoint that looks up,
 * lists, creates, updates, deletes or ends its records.
 */
export function addResourceFields<
  Name extends ResourceName,
  Filter extends object,
  Creation extends z.ZodObject,
  Update extends z.ZodObject,
>(options: ResourceOptions<Name, Filter, Creation, Update>): void {
  const { resource, find, list, create = {}, update = {}, remove = {}, end } = options;
  const findEndpoint = (operation: Operation) =>
    Object.entries<Endpoint>(resources[resource].endpoints).find(
      ([, endpoint]) => endpoint.operation === operation,
    );
  addLookupFields(options, find ?? ((id, { loaders }) => loaders.load(resource, id)));
  const listed = findEndpoint('list');
  if (list) addListField({ ...options, ...list });
  else if (listed && list !== false) {
    const [name, { query }] = listed;
    const { page, perPage, ...filters } = query?.shape ?? {};
    const fetchPage: ListOptions<Name, object>['fetchPage'] = (query, { rest }) =>
      callEndpoint(rest, name, { query });
    addListField({ ...options, filters: z.object(filters), fetchPage });
  }
  const created = findEndpoint('create');
  if (created) addWriteField(options, created, create);
  const updated = findEndpoint('update');
  if (updated) addWriteField(options, updated, update);
  if (end) addEndField(options, end);
  else if (findEndpoint('delete')) addEndField(options, { ...remove, verb: 'delete' });
}
