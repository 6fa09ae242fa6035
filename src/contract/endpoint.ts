import type { z } from 'zod';

/** Statuses by which an endpoint may refuse; @assumed throughout, since the specification's "Errors" shows none. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500;

/** Plans of an account. @assumed The specification names enterprise and pro, and implies one without their rights. */
export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/**
 * The resources with endpoints that the specification does not list, by the names that the setting UPSTREAM_EXTENSIONS
 * takes. An upstream has either all extensions of a resource or none.
 */
export const EXTENSIONS = ['personas', 'avatars', 'tools', 'voices', 'llms'] as const;
export type Extension = (typeof EXTENSIONS)[number];

/** One operation of the REST API: the client calls it, the avatar service implements it, OpenAPI prints it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the base address, with `{name}` for each path parameter. */
  readonly path: `/v1/${string}`;
  readonly tag: 'Session tokens' | 'Personas' | 'Avatars' | 'Tools' | 'Voices' | 'LLMs';
  readonly summary: string;
  readonly description?: string;
  /** Why it is deprecated and what replaces it; absent on endpoints that are not. */
  readonly deprecated?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Accepted request bodies by content type; the body given decides which one is sent. */
  readonly body?: { readonly json?: z.ZodType; readonly multipart?: z.ZodType };
  /** Status of success; @assumed, see "Success codes". Readers accept any 2xx. */
  readonly status: 200 | 201 | 204;
  /** Reads the body of a success. */
  readonly response: z.ZodType;
  readonly errors: readonly ErrorStatus[];
  /** Plans that may call it, where not every plan may. */
  readonly plans?: readonly Plan[];
  /** The response that a 404 stands for, on lists: some services answer an empty list with 404. @assumed */
  readonly emptyResponse?: unknown;
  /** Absent for endpoints of the specification. Extensions are called only on upstreams that are known to have them. */
  readonly extension?: Extension;
  /** True for a GET that creates something on each call, so that it is not safe to repeat. */
  readonly makes?: true;
  /** True where a successful response may take minutes, such as the creation of an avatar. */
  readonly slow?: true;
}

/** Keeps an endpoint's exact type while checking its shape. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<Name, z.input<Schema>>
  : unknown;

type Body<B> = B extends { json?: infer J; multipart?: infer M }
  ? {
      body: (J extends z.ZodType ? z.input<J> : never) | (M extends z.ZodType ? z.input<M> : never);
    }
  : unknown;

/** The arguments of a call: the `params`, `query` and `body` that the endpoint has. */
export type RequestOf<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Body<E['body']>;

/** The parsed body of a successful response. */
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

/** The contract of one resource: its endpoints, and the schemas that OpenAPI prints by name. */
export interface ResourceContract {
  readonly tag: Endpoint['tag'];
  /** Printed as the description of the tag. */
  readonly description: string;
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  readonly requests: Readonly<Record<string, z.ZodType>>;
  readonly responses: Readonly<Record<string, z.ZodType>>;
}
