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
  /** Default: GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path relative to the base URL, with `{id}` for the id of a record. */
  readonly path: `/v1/${string}`;
  /** What it does with records of a resource. Absent for other endpoints. */
  readonly operation?: Operation;
  readonly summary: string;
  readonly description?: string;
  /** Why it is deprecated, and what replaces it. */
  readonly deprecated?: string;
  readonly query?: z.ZodObject;
  /** Accepted request bodies by content type. The fields of the body determine which one is sent. */
  readonly body?: { readonly json?: z.ZodType; readonly multipart?: z.ZodObject };
  /** Status of a successful response. Default: 200. @assumed See "Success codes". The client accepts any 2xx status. */
  readonly status?: 200 | 201 | 204;
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

type Defaulted = 'method' | 'status' | 'errors' | 'isSafe';

/** One operation of the REST API. The client calls it, the avatar service implements it, and OpenAPI documents it. */
export interface Endpoint
  extends Omit<Definition, Defaulted>,
    Required<Pick<Definition, Defaulted>> {
  readonly tag: string;
  /** The feature to which it belongs, unless it is in the specification. Upstreams can lack it. */
  readonly extension?: string | undefined;
  /** The id, if it is in the path. */
  readonly params?: typeof IdParams | undefined;
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

type ParamsOf<Path> = Path extends `${string}{id}${string}`
  ? { readonly params: typeof IdParams }
  : unknown;

/** Creates an endpoint, whose type says which parts its requests have. */
export function endpoint<const Own extends Definition & Group>(
  own: Own,
): Omit<Own, Defaulted> & Pick<Endpoint, Defaulted | 'read'> & ParamsOf<Own['path']> {
  const { method = 'GET', path, query, body, status = 200, response }: Definition = own;
  const { errors = [], isSafe = method === 'GET', normalize = (json) => json }: Definition = own;
  const params = path.includes('{id}') ? IdParams : undefined;
  const read = createReader(response);
  const created: Endpoint = {
    ...own,
    method,
    status,
    isSafe,
    params,
    read: (json) => read(normalize(json)),
    errors: [
      ...([401, 429, 500] as const),
      ...errors,
      ...(params || query || body ? ([400] as const) : []),
      ...(params ? ([404] as const) : []),
      ...(body ? ([413, 415] as const) : []),
    ],
  };
  // The type follows from the path, which TypeScript does not compare.
  return created as ReturnType<typeof endpoint<Own>>;
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
   * Fields that items of lists, and records inside other records, have: one that is missing has no value. Others that are
   * missing are read from the record by its id. Default: all but those of `listItemsLack`.
   */
  readonly listItemsHave?: readonly Field[];
  /** Fields that only a record by its id has. Default: all but those of `listItemsHave`. */
  readonly listItemsLack?: readonly Field[];
}

/** Lists words as in a sentence: `a, b and c`. Not by Intl, whose first use takes 20 ms of every start. */
export const listWords = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');

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
  const ofOne = { path: `${path}/{id}`, response: record } as const;
  const create = <const Own extends Definition & Required<Pick<Definition, 'operation'>>>(
    own: Own,
  ) => {
    const extension = specified?.includes(own.operation) ? undefined : group.extension;
    return endpoint({ ...own, tag: group.tag, extension });
  };
  return {
    /** A page of the list. */
    list: <Query extends z.ZodRawShape>(query: Query, options?: Options) =>
      create({
        path,
        operation: 'list',
        summary: `Returns a page of ${noun}s.`,
        query: z.strictObject(query).partial(),
        response: page(record),
        emptyResponse: EMPTY_PAGE,
        ...options,
      }),
    get: (options?: Options) =>
      create({ ...ofOne, operation: 'get', summary: `Returns ${one} by id.`, ...options }),
    create: <Body extends NonNullable<Definition['body']>>(body: Body, options?: Options) =>
      create({
        path,
        method: 'POST',
        operation: 'create',
        summary: `Creates ${one}.`,
        body,
        status: 201,
        response: record,
        ...options,
      }),
    update: <Changes extends z.ZodType>(changes: Changes, options?: Options) =>
      create({
        ...ofOne,
        method: 'PUT',
        operation: 'update',
        summary: `Updates ${one}.`,
        body: { json: changes },
        ...options,
      }),
    /** The response to a deletion is a message, or empty with the status 204. */
    remove: ({ status = 200, ...options }: Options & { readonly status?: 200 | 204 } = {}) =>
      create({
        ...ofOne,
        method: 'DELETE',
        operation: 'delete',
        summary: `Deletes ${one}.`,
        status,
        response: status === 204 ? z.unknown() : Deleted,
        normalize: (body: unknown) => (isJsonObject(body) ? body : {}),
        ...options,
      }),
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
  const { collection, noun, record, listItemsLack } = definition;
  const nouns = `${noun}s`;
  const tag = capitalize(nouns);
  // Without a feature, the type parameter is that of the collection.
  const feature = definition.feature ?? (collection as string as Feature);
  const path = definition.path ?? (`/v1/${collection}` as const);
  const without = (names: readonly string[] = []) =>
    Object.keys(record.shape).filter((name) => name !== 'id' && !names.includes(name));
  const listItemsHave = definition.listItemsHave ?? without(listItemsLack);
  return {
    needPromptsRead: [],
    searched: [],
    filters: [],
    ...definition,
    listItemsHave,
    listItemsLack: listItemsLack ?? without(listItemsHave),
    nouns,
    tag,
    feature,
    path,
    endpoints: define(createOperations(definition, { tag, extension: feature }, path)),
  };
}

/** The contract of any resource. */
export type ResourceContract = ReturnType<typeof defineResource>;
