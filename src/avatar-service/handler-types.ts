import type { z } from 'zod';
import type { Api, EndpointName } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { SpooledFiles } from '../shared/spool.ts';
import type { UploadReader } from './spooled-upload.ts';
import type { Store } from './store/store.ts';
import type { UploadFetcher } from './upload-url.ts';

/** Dependencies of the handlers. */
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

/** A request to an endpoint, parsed by the schemas of the contract. */
export interface Parsed<E extends Endpoint> {
  readonly params: Output<E['params']>;
  readonly query: Output<E['query']>;
  readonly body: BodyOf<E['body']>;
  /** Base URL of images and samples, as seen by the client. */
  readonly baseUrl: string;
  /** Uploads of this request. They are removed after the response. */
  readonly files: SpooledFiles;
}

/** One function per endpoint. It returns the body of a successful response or throws a HttpStatusError. */
export type Handlers = {
  readonly [Name in EndpointName]: (request: Parsed<Api[Name]>) => Promise<unknown>;
};

/** The handlers of one resource, by the tag of its endpoints. */
export type HandlersOf<Tag extends Endpoint['tag']> = Pick<
  Handlers,
  { [Name in EndpointName]: Api[Name]['tag'] extends Tag ? Name : never }[EndpointName]
>;
