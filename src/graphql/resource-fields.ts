import type { ObjectRef } from '@pothos/core';
import { z } from 'zod';
import { type EndpointName, type ResourceName, resources } from '../contract/api.ts';
import type { Endpoint, Operation } from '../contract/resource.ts';
import { withArticle } from '../contract/resource.ts';
import type { RestMethods } from '../upstream/rest-methods.ts';
import type { GraphTypes } from './builder.ts';
import { addListField } from './connection.ts';
import { createInput, createUpdateInput } from './create-input.ts';
import { addDeleteField, type DeletionOptions } from './ending-fields.ts';
import { addExtra } from './extra.ts';
import { addLookupFields } from './lookup-fields.ts';
import { addCreateField, addUpdateField, type CreationOptions } from './mutation-fields.ts';

interface ResourceFields<Name extends ResourceName>
  extends Pick<CreationOptions<Name, object>, 'texts'>,
    Pick<DeletionOptions, 'note'> {
  readonly resource: Name & EndpointName;
  readonly type: ObjectRef<GraphTypes, object>;
  /** Operations for which the caller adds its own fields. Default: none. */
  readonly except?: readonly Operation[];
  /** Description of the mutation that creates a record. Default: the summary of its endpoint. */
  readonly description?: string;
}

/** Calls an endpoint by name. Its response matches the contract, but TypeScript cannot infer this from a name. */
const call = (rest: RestMethods, name: string, request: object) =>
  (rest as unknown as Readonly<Record<string, (request: object) => Promise<never>>>)[name]?.(
    request,
  ) ?? Promise.reject(new Error(`There is no endpoint ${name}.`));

/** Returns the schema of a JSON body. */
function getBody({ body }: Endpoint): z.ZodObject<z.ZodRawShape> {
  if (body?.json instanceof z.ZodObject) return body.json;
  throw new Error('The body is not a JSON object. Add the field where the resource is.');
}

/**
 * Adds the queries and mutations of a resource, as its contract describes them: one for each endpoint that looks up,
 * lists, creates, updates or deletes its records.
 */
export function addResourceFields<Name extends ResourceName>({
  resource,
  type,
  except = [],
  description,
  texts,
  note,
}: ResourceFields<Name>): void {
  const { noun, endpoints } = resources[resource];
  const one = withArticle(noun);
  const own = { resource, type };
  const adders: { readonly [Name in Operation]?: (name: string, endpoint: Endpoint) => void } = {
    get: () => addLookupFields(own),
    list: (name, { query }) => {
      const { page, perPage, ...filters } = query?.shape ?? {};
      addListField({
        ...own,
        filters: z.object(filters),
        fetchPage: (query, { rest }) => call(rest, name, { query }),
      });
    },
    create: (name, endpoint) =>
      addCreateField({
        ...own,
        description: description ?? endpoint.summary,
        input: createInput({
          name: `Create${type.name}Input`,
          description: `Input of create${type.name}.`,
          schema: getBody(endpoint),
        }),
        ...(texts && { texts }),
        create: ({ extra, ...body }, { rest }) => call(rest, name, { body: addExtra(body, extra) }),
      }),
    update: (name, endpoint) =>
      addUpdateField({
        ...own,
        description: endpoint.summary,
        input: createUpdateInput({
          name: `Update${type.name}Input`,
          description: `Changes to ${one}.`,
          schema: getBody(endpoint),
        }),
        update: (id, { extra, ...body }, { rest }) =>
          call(rest, name, { params: { id }, body: addExtra(body, extra) }),
      }),
    delete: (name) =>
      addDeleteField({
        ...own,
        ...(note && { note }),
        remove: (request, { rest }) => call(rest, name, request),
      }),
  };
  for (const [operation, add] of Object.entries(adders)) {
    const found = Object.entries<Endpoint>(endpoints).find(
      ([, endpoint]) => endpoint.operation === operation,
    );
    if (found && !except.some((other) => other === operation)) add(...found);
  }
}
