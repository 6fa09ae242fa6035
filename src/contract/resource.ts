import { z } from 'zod';
import {
  type Endpoint,
  type EndpointDefinition,
  endpoint,
  type Operation,
  type ResourceContract,
} from './endpoint.ts';
import type { Fields } from './field.ts';
import { EMPTY_PAGE } from './page.ts';
import { Deleted, IdParams } from './record.ts';

interface Definition<
  Collection extends string,
  Feature extends string,
  Item extends z.ZodType,
  All extends Fields,
> {
  /** Name of several records, in camel case. */
  readonly collection: Collection;
  /** Name in scopes and UPSTREAM_EXTENSIONS. Resources that belong together share it. Default: `collection`. */
  readonly feature?: Feature;
  /** Path of the list. Default: that of `collection`. */
  readonly path?: `/v1/${string}`;
  /** Singular in sentences. */
  readonly noun: string;
  /** Description of the tag in the OpenAPI document. */
  readonly description: string;
  /** Schema of a record in responses, and its fields. */
  readonly record: Item;
  readonly fields: All;
  /**
   * The fields of summaries: items of lists, and records inside other records. Other fields that a summary does not have
   * are read from the complete record. Default: each record is complete.
   */
  readonly summaries?: {
    /** The fields that summaries have. A missing field has no value. Default: all but those of `never`. */
    readonly always?: readonly NoInfer<keyof All>[];
    /** The fields that summaries do not have. A record with one of them is complete. */
    readonly never: readonly NoInfer<keyof All>[];
  };
}

/** How an endpoint differs from that of other resources. */
interface Options
  extends Partial<
    Pick<EndpointDefinition, 'summary' | 'description' | 'plans' | 'slow' | 'maxAge' | 'errors'>
  > {
  /** Whether the endpoint is an extension to the specification. Default: false. */
  readonly isExtension?: boolean;
}

export const withArticle = (noun: string): string =>
  `${/^(LLM|[aeiou])/.test(noun) ? 'an' : 'a'} ${noun}`;

export const capitalize = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Names that follow from a definition. */
interface Names {
  readonly feature: string;
  readonly path: `/v1/${string}`;
  readonly nouns: string;
  readonly tag: string;
}

/** An endpoint with its own definition, except for what all endpoints of the resource have in common. */
type OtherEndpoint = Omit<EndpointDefinition, 'tag' | 'extension'>;

/** Creates the functions that create the endpoints of a resource, with defaults from its definition. */
function createOperations<Item extends z.ZodType>(
  { noun, record }: Pick<Definition<string, string, Item, Fields>, 'noun' | 'record'>,
  { feature, path: all, nouns, tag }: Names,
) {
  const list = { method: 'GET', path: all } as const;
  const path = `${all}/{id}` as const;
  const one = withArticle(noun);
  const complete = (
    operation: Operation,
    summary: string,
    { isExtension, ...options }: Options,
  ) => ({
    tag,
    operation,
    summary,
    ...options,
    ...(isExtension && { extension: feature }),
  });
  return {
    /** A page of the list. */
    list: <Query extends z.ZodObject, Page extends z.ZodType>(
      { query, page }: { readonly query: Query; readonly page: Page },
      options: Options = {},
    ) =>
      endpoint({
        ...list,
        ...complete('list', `Returns a page of ${nouns}.`, options),
        query,
        status: 200,
        response: page,
        emptyResponse: EMPTY_PAGE,
      }),
    /** A record. */
    get: (options: Options = {}) =>
      endpoint({
        method: 'GET',
        path,
        ...complete('get', `Returns ${one} by id.`, options),
        params: IdParams,
        status: 200,
        response: record,
      }),
    /** A new record. */
    create: <Body extends NonNullable<Endpoint['body']>>(body: Body, options: Options = {}) =>
      endpoint({
        ...list,
        method: 'POST',
        ...complete('create', `Creates ${one}.`, options),
        body,
        status: 201,
        response: record,
      }),
    /** Changes to a record. */
    update: <Changes extends z.ZodType>(changes: Changes, options: Options = {}) =>
      endpoint({
        method: 'PUT',
        path,
        ...complete('update', `Updates ${one}.`, options),
        params: IdParams,
        body: { json: changes },
        status: 200,
        response: record,
      }),
    /** The deletion of a record. */
    remove: (status: 200 | 204, options: Options = {}) =>
      endpoint({
        method: 'DELETE',
        path,
        ...complete('delete', `Deletes ${one}.`, options),
        params: IdParams,
        status,
        response: status === 204 ? z.unknown() : Deleted,
      }),
    /** Any other endpoint, which is an extension. */
    other: <const Other extends OtherEndpoint>(other: Other) =>
      endpoint({ ...other, tag, extension: feature }),
  };
}

/**
 * Creates the contract of a resource. `define` returns its endpoints, those that the resource has, and the named
 * schemas of the OpenAPI document.
 */
export function defineResource<
  const Collection extends string,
  Item extends z.ZodType,
  All extends Fields,
  const Contract extends Pick<ResourceContract, 'endpoints' | 'requests' | 'responses'>,
  const Feature extends string = Collection,
>(
  definition: Definition<Collection, Feature, Item, All>,
  define: (operations: ReturnType<typeof createOperations<Item>>) => Contract,
) {
  const nouns = `${definition.noun}s`;
  const tag = capitalize(nouns);
  // Without a feature, the type parameter is that of the collection.
  const feature = definition.feature ?? (definition.collection as string as Feature);
  const names = {
    feature,
    path: definition.path ?? (`/v1/${definition.collection}` as const),
    nouns,
    tag,
  };
  const { fields, summaries } = definition;
  const isAbsent = (name: PropertyKey) => summaries?.never.some((never) => never === name);
  const always: readonly PropertyKey[] =
    summaries?.always ?? Object.keys(fields).filter((name) => !isAbsent(name));
  return {
    ...definition,
    ...names,
    summaries: summaries && { always, never: summaries.never },
    ...define(createOperations(definition, names)),
  };
}
