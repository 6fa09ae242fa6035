import type { z } from 'zod';
import type { Api, EndpointName } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { SpooledFiles } from '../shared/spool.ts';
import type { ImageFetcher } from './image-url.ts';
import type { ImageReader } from './spooled-image.ts';
import type { Store } from './store/store.ts';

/** What handlers work with. */
export interface Services {
  readonly store: Store;
  readonly images: ImageFetcher;
  readonly reader: ImageReader;
  readonly now: () => Date;
  readonly newId: () => string;
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type BodyOf<B> = B extends { json?: infer J; multipart?: infer M }
  ? Exclude<Output<J> | Output<M>, undefined>
  : undefined;

/** A request to an endpoint, read by the contract's schemas. */
export interface Parsed<E extends Endpoint> {
  readonly params: Output<E['params']>;
  readonly query: Output<E['query']>;
  readonly body: BodyOf<E['body']>;
  /** Base of the addresses at which the caller finds pictures. */
  readonly baseUrl: string;
  /** Files of this request, removed when it has its answer. */
  readonly files: SpooledFiles;
}

type Handler<Name extends EndpointName> = (request: Parsed<Api[Name]>) => Promise<unknown>;

type ExtensionName = {
  [Name in EndpointName]: Api[Name] extends { extension: string } ? Name : never;
}[EndpointName];

/**
 * One function per endpoint, which answers the body of a success or throws a Refusal. A missing one does not compile,
 * except those of extensions.
 */
export type Handlers = {
  readonly [Name in Exclude<EndpointName, ExtensionName>]: Handler<Name>;
} & { readonly [Name in ExtensionName]?: Handler<Name> };
