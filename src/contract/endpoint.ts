import type { z } from 'zod';

/** Statuses by which an endpoint may refuse; @assumed throughout, since the specification's "Errors" shows none. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 422 | 429 | 500;

/** Plans of an account. @assumed The specification names enterprise and pro, and implies one without their rights. */
export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** One operation of the REST wire, stated once: the client calls it, the avatar service answers it, OpenAPI prints it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the base address, with `{name}` for each path parameter. */
  readonly path: `/v1/${string}`;
  readonly tag: 'Session tokens' | 'Personas' | 'Avatars' | 'Tools';
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
  /** What a 404 stands for, where services answer it for a list without items. @assumed */
  readonly emptyResponse?: unknown;
  /** True for what the specification does not list: asked only of services that are said to have it. */
  readonly extension?: true;
  /** True for a GET that makes something each time it is asked, so that asking again is not without effect. */
  readonly makes?: true;
  /** True where an honest answer may take minutes (an avatar is generated while the caller waits). */
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

/** What a caller of an endpoint supplies: its `params`, `query` and `body`, as far as it has them. */
export type RequestOf<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Body<E['body']>;

/** What a success of an endpoint reads as. */
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
