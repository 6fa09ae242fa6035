import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import { getDefaults } from '../shared/settings/setting.ts';
import { createSpool, type Spool } from '../shared/spool.ts';
import { storageSettings } from './avatar-service-settings.ts';
import { createDocumentProcessor } from './documents/process-documents.ts';
import type { ExtractionLimits } from './documents/run-extraction.ts';
import { hashKey } from './keys.ts';
import { createQuota, type StorageLimits } from './quota.ts';
import { createSignedLinks } from './signed-tokens.ts';
import type { FileTables } from './store/records.ts';
import type { RecordTable } from './store/schema.ts';
import type { Store } from './store/store.ts';
import { createUploadFetcher } from './uploads/upload-url.ts';

/** Timeouts for receiving a request, in milliseconds. */
interface RequestTimeouts {
  /** Maximum time until the headers are complete. Default: 15,000. */
  readonly headersTimeout?: number;
  /** Maximum time until the body is complete. Default: 120,000. */
  readonly requestTimeout?: number;
  /** How long an upload may be behind its minimum rate. Default: 15,000. */
  readonly uploadIdle?: number;
  /** Interval of the timeout checks. Default: 5,000. */
  readonly checkEvery?: number;
}

/** Options of `createAvatarService`. Tests can replace the clock and the id generator. */
export interface AvatarServiceOptions {
  readonly store: Store;
  /** Base URL of images and samples. Default: the origin of the request. */
  readonly publicUrl?: () => string;
  /** An API key of the enterprise plan that is not in the store. */
  readonly developmentKey?: string;
  /** Development only: allows upload URLs with loopback and private IP addresses. Default: false. */
  readonly allowPrivateImageUrls?: boolean;
  /** Maximum time to fetch an upload, including redirects, in milliseconds. Default: 20,000. */
  readonly imageUrlTimeout?: number;
  /** Whether the process accepts new requests, for the readiness probe. Default: true. */
  readonly isAcceptingRequests?: () => boolean;
  readonly now?: () => Date;
  readonly newId?: () => string;
  /** Temporary storage for uploads. Default: the temporary folder of the system. */
  readonly spool?: Spool;
  /** Timeouts for receiving requests. A request that exceeds them returns 408. */
  readonly arrival?: RequestTimeouts;
  /** The quota of the store. What is not set has the default of its setting. */
  readonly storage?: Partial<StorageLimits>;
  readonly extraction?: ExtractionLimits;
  /** Called for every internal error. The response contains only the status 500. */
  readonly onError?: (error: unknown, requestId: string) => void;
}

/**
 * Maximum number of concurrent forms; half of them for one API key. With the maximum size of a form, this limits the disk
 * space of uploads.
 */
const MAX_CONCURRENT_FORMS = 64;

const getBaseUrl = ({ host }: FastifyRequest) =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).origin : '';

/** Files and recordings of all accounts, for those who have their links. */
interface Files {
  readonly avatars: FileTables;
  readonly voices: FileTables;
  readonly sessions: Pick<Store['sessions'], 'find'>;
  readonly knowledgeDocuments: FileTables;
}

/** Creates what the handlers of all requests share. */
export function createServices(options: AvatarServiceOptions) {
  const { store, developmentKey, now = () => new Date(), newId = randomUUID } = options;
  const { onError, publicUrl, spool = createSpool() } = options;
  const limits = { ...getDefaults(storageSettings), ...options.storage };
  // Without the records of accounts, which are in the tables of a request.
  const withoutRecords: Omit<Store, RecordTable> = store;
  const files: Files = store;
  return {
    store: withoutRecords,
    files,
    now,
    newId,
    developmentHash: developmentKey && hashKey(developmentKey),
    /** Base URL of images and samples, as seen by the client of a request. */
    getBaseUrl: publicUrl ?? getBaseUrl,
    spool,
    fetcher: createUploadFetcher({
      allowPrivate: options.allowPrivateImageUrls,
      timeout: options.imageUrlTimeout,
    }),
    formLimit: new ConcurrencyLimit({ maxActive: MAX_CONCURRENT_FORMS, maxWaiting: 0 }),
    /** Milliseconds that an upload may be behind its minimum rate. */
    uploadIdle: options.arrival?.uploadIdle ?? 15_000,
    quota: createQuota({ store, now }, limits),
    links: createSignedLinks({ store, now }),
    processor: createDocumentProcessor(
      { store, now },
      (error) => onError?.(error, ''),
      options.extraction,
    ),
  };
}

export type Services = ReturnType<typeof createServices>;
