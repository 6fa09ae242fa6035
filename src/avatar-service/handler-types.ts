import type { z } from 'zod';
import type { Api } from '../contract/api.ts';
import type { Endpoint, ResourceContract } from '../contract/endpoint.ts';
import type { SpooledFiles } from '../shared/spool.ts';
import type { SignedLinks } from './signed-links.ts';
import type { UploadReader } from './spooled-upload.ts';
import type { Store } from './store/store.ts';
import type { UploadFetcher } from './upload-url.ts';

/** Dependencies of the handlers. */
export interface Services {
  readonly store: Store;
  readonly fetcher: UploadFetcher;
  readonly reader: UploadReader;
  readonly links: SignedLinks;
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
  /** Id of the API key. */
  readonly keyId: string;
  /** Uploads of this request. They are removed after the response. */
  readonly files: SpooledFiles;
}

/** One function per endpoint. It returns the body of a successful response or throws a HttpStatusError. */
type HandlersFor<Endpoints extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Endpoints]: (request: Parsed<Endpoints[Name]>) => Promise<unknown>;
};

/** The handlers of one contract. */
export type HandlersOf<Contract extends ResourceContract> = HandlersFor<Contract['endpoints']>;

/** The handlers of all contracts. */
export type Handlers = HandlersFor<Api>;
