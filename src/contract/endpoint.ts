import type { z } from 'zod';
import type { Fields } from './field.ts';

/** Error statuses of endpoints. @assumed The specification's "Errors" shows no statuses. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500;

/** Plans of an account. @assumed The specification names enterprise and pro, and implies a lower plan. */
export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export type Operation = 'get' | 'list' | 'create' | 'update' | 'delete' | 'stop';

/** One operation of the REST API. The client calls it, the avatar service implements it, and OpenAPI documents it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path relative to the base URL, with `{name}` for each path parameter. */
  readonly path: `/v1/${string}`;
  /** The tag of its contract. */
  readonly tag: string;
  /** What the endpoint does with records of a resource. Absent for other endpoints. */
  readonly operation?: Operation;
  readonly summary: string;
  readonly description?: string;
  /** The reason for the deprecation and the replacement. Absent if the endpoint is not deprecated. */
  readonly deprecated?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Accepted request bodies by content type. The fields of the body determine which one is sent. */
  readonly body?: { readonly json?: z.ZodType; readonly multipart?: z.ZodType };
  /** Status of a successful response. @assumed See "Success codes". The client accepts any 2xx status. */
  readonly status: 200 | 201 | 204;
  readonly response: z.ZodType;
  readonly errors: readonly ErrorStatus[];
  /** Plans that can call the endpoint. Default: all plans. */
  readonly plans?: readonly Plan[];
  /** The response to use for a 404 that says that a list is empty, as some services do. @assumed */
  readonly emptyResponse?: unknown;
  /** Absent for endpoints of the specification. The client calls an extension only if the upstream supports it. */
  readonly extension?: string;
  /** How long a response may be cached at most, in seconds. Default: no limit. */
  readonly maxAge?: number;
  /** Whether a call changes nothing and is therefore safe to repeat. Default: whether the method is GET. */
  readonly isSafe?: boolean;
  /** True if a successful response can take minutes, for example the creation of an avatar. */
  readonly slow?: true;
}

/** `maxAge` of what a person said or did, and of links to private files: never cached. */
export const PERSONAL = 0;

/** `maxAge` of what changes without a call of the API, such as the status of a document and the number of sessions. */
export const VOLATILE = 1;

/** Whether an endpoint creates a session token. Tokens are never shared, and creating one changes no record. */
export const isTokenEndpoint = ({ tag }: Endpoint): boolean => tag === 'Session tokens';

/** What a contract says of an endpoint. */
export type EndpointDefinition = Omit<Endpoint, 'errors'> & {
  /** Error statuses in addition to those that its requests imply. */
  readonly errors?: readonly ErrorStatus[];
};

/** Creates an endpoint, whose type is exact. */
export function endpoint<const Definition extends EndpointDefinition>(
  definition: Definition,
): Omit<Definition, 'errors'> & Pick<Endpoint, 'errors'> {
  const { params, query, body, errors = [] }: EndpointDefinition = definition;
  const all: ErrorStatus[] = [401, 429, 500, ...errors];
  if (params || query || body) all.push(400);
  if (params) all.push(404);
  if (body) all.push(413, 415);
  return { ...definition, errors: all };
}

type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<Name, z.input<Schema>>
  : unknown;

type Body<B> = B extends { json?: infer J; multipart?: infer M }
  ? {
      body: (J extends z.ZodType ? z.input<J> : never) | (M extends z.ZodType ? z.input<M> : never);
    }
  : unknown;

/** The arguments of a call: the `params`, `query` and `body` of the endpoint. */
export type RequestOf<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Body<E['body']>;

/** The parsed body of a successful response. */
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

/** The contract of one resource: its endpoints and the named schemas of the OpenAPI document. */
export interface ResourceContract {
  readonly tag: string;
  /** Name in scopes. Resources that belong together share it. */
  readonly feature: string;
  /** Description of the tag in the OpenAPI document. */
  readonly description: string;
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  /** Schema of a record in responses, and its fields. */
  readonly record: z.ZodType;
  readonly fields: Fields;
  readonly requests: Readonly<Record<string, z.ZodType>>;
  readonly responses: Readonly<Record<string, z.ZodType>>;
}
