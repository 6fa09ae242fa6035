import type { z } from 'zod';
import type { Api, EndpointName } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { SpooledFiles } from '../shared/spool.ts';
import type { UploadReader } from './spooled-upload.ts';
import type { Store } from './store/store.ts';
import type { UploadFetcher } from './upload-url.ts';

/** What handlers work with. */
export interface Services {
  readonly store: Store;
  readonly fetcher: UploadFetcher;
  readonly reader: UploadReader;
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
  /** Base of the addresses at which the caller finds pictures and samples. */
  readonly baseUrl: string;
  /** Files of this request, removed when it has its answer. */
  readonly files: SpooledFiles;
}

/**
 * One function per endpoint, which answers the body of a success or throws a Refusal. A missing one does not compile.
 */
export type Handlers = {
  readonly [Name in EndpointName]: (request: Parsed<Api[Name]>) => Promise<unknown>;
};

/** The handlers of one resource, by the tag of its endpoints. */
export type HandlersOf<Tag extends Endpoint['tag']> = Pick<
  Handlers,
  { [Name in EndpointName]: Api[Name]['tag'] extends Tag ? Name : never }[EndpointName]
>;
