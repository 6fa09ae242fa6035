import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, ResourceContract } from '../contract/resource.ts';
import type { ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import type { Spool, SpooledFiles } from '../shared/spool.ts';
import type { Authentication, Caller } from './authentication.ts';
import type { DocumentProcessor } from './documents/process-documents.ts';
import type { Quota } from './quota.ts';
import type { SignedLinks } from './signed-links.ts';
import type { FileTables } from './store/records.ts';
import type { RecordTable } from './store/schema.ts';
import type { Store, Tables } from './store/store.ts';
import type { SpoolUpload } from './uploads/spooled-upload.ts';
import type { UploadFetcher } from './uploads/upload-url.ts';

export interface Services extends Authentication {
  /** The store, without the records of accounts, which are in the tables of a request. */
  readonly store: Omit<Store, RecordTable>;
  /** Files and recordings of all accounts, for those who have their links. */
  readonly files: {
    readonly avatars: FileTables;
    readonly voices: FileTables;
    readonly sessions: Pick<Store['sessions'], 'find'>;
    readonly knowledgeDocuments: FileTables;
  };
  readonly fetcher: UploadFetcher;
  readonly spoolUpload: SpoolUpload;
  readonly spool: Spool;
  readonly formLimit: ConcurrencyLimit;
  /** Milliseconds that an upload may be behind its minimum rate. */
  readonly uploadIdle: number;
  readonly quota: Quota;
  readonly processor: DocumentProcessor;
  readonly links: SignedLinks;
  readonly newId: () => string;
  /** Base URL of images and samples, as seen by the client of a request. */
  readonly getBaseUrl: (request: FastifyRequest) => string;
}

/** Where routes are added. */
export interface RouteScopes {
  readonly app: FastifyInstance;
  /** For routes that leave the bodies of requests unread. */
  readonly bodiless: FastifyInstance;
}

/** Adds the routes of one resource. */
export type ServiceRoutes = (scopes: RouteScopes, services: Services) => void;

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type BodyOf<B> = B extends { json?: infer J; multipart?: infer M }
  ? Exclude<Output<J> | Output<M>, undefined>
  : undefined;

/** The context of each request. */
export interface RequestContext {
  /** Base URL of images and samples, as seen by the client. */
  readonly baseUrl: string;
  readonly caller: Caller;
  /** What the account of the caller sees. */
  readonly tables: Tables;
}

/** A request to an endpoint, parsed by the schemas of the contract. */
export interface Parsed<E extends Endpoint> extends RequestContext {
  readonly params: Output<E['params']>;
  readonly query: Output<E['query']>;
  readonly body: BodyOf<E['body']>;
  /** Uploads of this request. They are removed after the response. */
  readonly files: SpooledFiles;
}

/** One function per endpoint. It returns the body of a successful response or throws a HttpStatusError. */
export type HandlersOf<Contract extends Pick<ResourceContract, 'endpoints'>> = {
  readonly [Name in keyof Contract['endpoints']]: (
    request: Parsed<Contract['endpoints'][Name]>,
  ) => Promise<unknown>;
};
