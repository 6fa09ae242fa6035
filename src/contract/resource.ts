import { z } from 'zod';
import type { ErrorStatus } from './error.ts';
import { EMPTY_PAGE, page } from './page.ts';
import { createReader } from './read-response.ts';
import { Deleted, IdParams, isJsonObject } from './record.ts';

/** Plans of an account. @assumed The specification names enterprise and pro, and implies a lower plan. */
export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export type Operation = 'get' | 'list' | 'create' | 'update' | 'delete' | 'stop';

/** What the contract says of an endpoint. */
interface Definition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path relative to the base URL, with `{name}` for each path parameter. */
  readonly path: `/v1/${string}`;
  /** What it does with records of a resource. Absent for other endpoints. */
  readonly operation?: Operation;
  readonly summary: string;
  readonly description?: string;
  /** Why it is deprecated, and what replaces it. */
  readonly deprecated?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Accepted request bodies by content type. The fields of the body determine which one is sent. */
  readonly body?: { readonly json?: z.ZodType; readonly multipart?: z.ZodObject };
  /** Status of a successful response. @assumed See "Success codes". The client accepts any 2xx status. */
  readonly status: 200 | 201 | 204;
  readonly response: z.ZodType;
  /** Converts other forms of the response to that of its schema. */
  readonly normalize?: (body: unknown) => unknown;
  /** Error statuses in addition to those that its requests imply. */
  readonly errors?: readonly ErrorStatus[];
  /** Plans that can call it. Default: all plans. */
  readonly plans?: readonly Plan[];
  /** The response to use for a 404 that says that a list is empty, as some services do. @assumed */
  readonly emptyResponse?: unknown;
  /** How long a response may be cached at most, in seconds. Default: no limit. */
  readonly maxAge?: number;
  /** Whether a call changes nothing and is therefore safe to repeat. Default: whether the method is GET. */
  readonly isSafe?: boolean;
  /** True if a successful response can take minutes. */
  readonly slow?: true;
}

/** One operation of the REST API. The client calls it, the avatar service implements it, and OpenAPI documents it. */
export interface Endpoint extends Definition {
  readonly tag: string;
  readonly errors: readonly ErrorStatus[];
  readonly isSafe: boolean;
  /** The feature to which it belongs, unless it is in the specification. Upstreams can lack it. */
  readonly extension?: string | undefined;
  /** Reads the JSON of a successful response tolerantly. */
  readonly read: ReturnType<typeof createReader>;
}

/** `maxAge` of what a person said or did, and of links to private files: never cached. */
export const PERSONAL = 0;

/** `maxAge` of what changes without a call of the API, such as the status of a document and the number of sessions. */
export const VOLATILE = 1;

/** Whether an endpoint creates a session token. Tokens are never shared, and creating one changes no record. */
export const isTokenEndpoint = ({ tag }: Endpoint): boolean => tag === 'Session tokens';

type Group = Pick<Endpoint, 'tag' | 'extension'>;

/** Creates an endpoint, whose type is exact. */
export function endpoint<const Own extends Definition & Group>(
  own: Own,
): Omit<Own, 'errors' | 'isSafe'> & Pick<Endpoint, 'errors' | 'isSafe' | 'read'> {
  const { method, params, query, body }: Definition = own;
  const { errors = [], isSafe = method === 'GET', normalize = (json) => json }: Definition = own;
  const read = createReader(own.response);
  return {
    ...own,
    isSafe,
    read: (json) => read(normalize(json)),
    errors: [
      ...([401, 429, 500] as const),
      ...errors,
      ...(params || query || body ? ([400] as const) : []),
      ...(params ? ([404] as const) : []),
      ...(body ? ([413, 415] as const) : []),
    ],
  };
}

/** What the file of a resource says, besides its endpoints. */
interface ResourceDefinition<Collection, Feature, Item extends z.ZodObject, Field> {
  /** Name of several records, in camel case. */
  readonly collection: Collection;
  /** Name in scopes and UPSTREAM_EXTENSIONS. Resources that belong together share it. Default: `collection`. */
  readonly feature?: Feature;
  /** Path of the list. Default: that of `collection`. */
  readonly path?: `/v1/${string}`;
  /** One record, in sentences. */
  readonly noun: string;
  /** What the records are, in the OpenAPI document. */
  readonly description: string;
  /** Schema of a record in responses. */
  readonly record: Item;
  /** The operations that the specification has. Default: all endpoints are extensions. */
  readonly specified?: readonly Operation[];
  /** Fields that only callers with the scope prompts:read can read. */
  readonly needPromptsRead?: readonly Field[];
  /** Fields in which the search of the list looks for its text. */
  readonly searched?: readonly Field[];
  /** Fields by which the list can be filtered, with parameters of their names. */
  readonly filters?: readonly Field[];
  /**
   * Fields that items of lists, and records inside other records, always have: one that is missing has no value. Others that
   * are missing are read from the record by its id. Default: all but those of `neverInLists`.
   */
  readonly alwaysInLists?: readonly Field[];
  /** Fields that only a record by its id has. Default: all but those of `alwaysInLists`. */
  readonly neverInLists?: readonly Field[];
}

export const withArticle = (noun: string): string =>
  `${/^(LLM|[aeiou])/.test(noun) ? 'an' : 'a'} ${noun}`;

export const capitalize = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** How an endpoint differs from that of other resources. */
type Options = Partial<
  Pick<Definition, 'summary' | 'description' | 'plans' | 'slow' | 'maxAge' | 'errors'>
>;

/** Creates the functions that create the endpoints of a resource. */
function createOperations<Item extends z.ZodObject>(
  { noun, record, specified }: ResourceDefinition<string, string, Item, string>,
  group: Group,
  path: `/v1/${string}`,
) {
  const one = withArticle(noun);
  const ofOne = { path: `${path}/{id}`, params: IdParams, status: 200, response: record } as const;
  const create = <const Own extends Omit<Definition, 'summary'>>(
    own: Own,
    summary: string,
    options: Options = {},
  ) => {
    const isSpecified = own.operation && specified?.includes(own.operation);
    const extension = isSpecified ? undefined : group.extension;
    return endpoint({ summary, ...options, ...own, tag: group.tag, extension });
  };
  return {
    /** A page of the list. */
    list: <Query extends z.ZodRawShape>(query: Query, options?: Options) =>
      create(
        {
          method: 'GET',
          path,
          operation: 'list',
          query: z.strictObject(query).partial(),
          status: 200,
          response: page(record),
          emptyResponse: EMPTY_PAGE,
        },
        `Returns a page of ${noun}s.`,
        options,
      ),
    get: (options?: Options) =>
      create({ ...ofOne, method: 'GET', operation: 'get' }, `Returns ${one} by id.`, options),
    create: <Body extends NonNullable<Definition['body']>>(body: Body, options?: Options) =>
      create(
        { method: 'POST', path, operation: 'create', body, status: 201, response: record },
        `Creates ${one}.`,
        options,
      ),
    update: <Changes extends z.ZodType>(changes: Changes, options?: Options) =>
      create(
        { ...ofOne, method: 'PUT', operation: 'update', body: { json: changes } },
        `Updates ${one}.`,
        options,
      ),
    remove: (status: 200 | 204, options?: Options) =>
      create(
        {
          ...ofOne,
          method: 'DELETE',
          operation: 'delete',
          status,
          response: status === 204 ? z.unknown() : Deleted,
          normalize: (body: unknown) => (isJsonObject(body) ? body : {}),
        },
        `Deletes ${one}.`,
        options,
      ),
    /** Any other endpoint, which is an extension. */
    other: <const Own extends Definition>(own: Own) => endpoint({ ...own, ...group }),
  };
}

/** Creates the contract of a resource. `define` returns its endpoints, those that the resource has. */
export function defineResource<
  const Collection extends string,
  Item extends z.ZodObject,
  const Endpoints extends Readonly<Record<string, Endpoint>>,
  const Feature extends string = Collection,
>(
  definition: ResourceDefinition<Collection, Feature, Item, NoInfer<keyof Item['shape'] & string>>,
  define: (operations: ReturnType<typeof createOperations<Item>>) => Endpoints,
) {
  const { collection, noun, record, neverInLists } = definition;
  const nouns = `${noun}s`;
  const tag = capitalize(nouns);
  // Without a feature, the type parameter is that of the collection.
  const feature = definition.feature ?? (collection as string as Feature);
  const path = definition.path ?? (`/v1/${collection}` as const);
  const without = (names: readonly string[] = []) =>
    Object.keys(record.shape).filter((name) => name !== 'id' && !names.includes(name));
  const alwaysInLists = definition.alwaysInLists ?? without(neverInLists);
  return {
    needPromptsRead: [],
    searched: [],
    filters: [],
    ...definition,
    alwaysInLists,
    neverInLists: neverInLists ?? without(alwaysInLists),
    nouns,
    tag,
    feature,
    path,
    endpoints: define(createOperations(definition, { tag, extension: feature }, path)),
  };
}

/** The contract of any resource. */
export type ResourceContract = ReturnType<typeof defineResource>;
