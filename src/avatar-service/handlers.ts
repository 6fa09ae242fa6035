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

/** One function an endpoint: a missing one does not compile. It answers the body of a success, or throws a Refusal. */
export type Handlers = {
  readonly [Name in EndpointName]: (request: Parsed<Api[Name]>) => Promise<unknown>;
};
