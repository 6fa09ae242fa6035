import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { handleClientError, rejectExpectations } from '../shared/http-errors.ts';
import { getDefaults } from '../shared/settings/setting.ts';
import { createSpool, type Spool, type SpoolError } from '../shared/spool.ts';
import { createRequestCheck } from '../shared/validate-request.ts';
import { avatarHandlers } from './avatar.ts';
import { storageSettings } from './avatar-service-settings.ts';
import { serviceResponses } from './diagnostics.ts';
import { createDocumentProcessor } from './documents/process-documents.ts';
import type { ExtractionLimits } from './documents/run-extraction.ts';
import { handleError, serviceErrorBody } from './error-handler.ts';
import {
  BadRequest,
  type HttpStatusError,
  InvalidHost,
  MethodNotAllowed,
  NotFound,
  UnsupportedMediaType,
} from './errors.ts';
import type { Services } from './handler-types.ts';
import { addHealth } from './health.ts';
import { hashKey } from './keys.ts';
import { knowledgeDocumentHandlers } from './knowledge-document.ts';
import { knowledgeGroupHandlers } from './knowledge-group.ts';
import { findKnownPath } from './known-paths.ts';
import { llmHandlers } from './llm.ts';
import { addMedia } from './media.ts';
import { meetingInviteHandlers } from './meeting-invite.ts';
import { personaHandlers } from './persona.ts';
import { rejectSessions } from './reject-sessions.ts';
import { addRoutes } from './router.ts';
import { createRecordings, getRecordingSubject, sessionHandlers } from './session.ts';
import { sessionTokenHandlers } from './session-token.ts';
import { shareLinkHandlers } from './share-link.ts';
import { createSignedLinks } from './signed-links.ts';
import { createUploadReader } from './spooled-upload.ts';
import { createStorage } from './storage.ts';
import type { Store } from './store/store.ts';
import type { StoreFailure } from './store/store-error.ts';
import { toolHandlers } from './tool.ts';
import { createUploadFetcher } from './upload-url.ts';
import { voiceHandlers } from './voice.ts';
import { addVoiceUploads } from './voice-uploads.ts';

/** Timeouts for receiving a request, in milliseconds. */
export interface RequestTimeouts {
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
  readonly isWelcoming?: () => boolean;
  readonly now?: () => Date;
  readonly newId?: () => string;
  /** Temporary storage for uploads. Default: the temporary folder of the system. */
  readonly spool?: Spool;
  /** Timeouts for receiving requests. A request that exceeds them returns 408. */
  readonly arrival?: RequestTimeouts;
  /** The quota of the store. What is not set has the default of its setting. */
  readonly storage?: Partial<z.output<typeof storageSettings>>;
  /** Limits of the extraction of text from documents. */
  readonly extraction?: ExtractionLimits;
  /** Called for every internal error. The response contains only the status 500. */
  readonly onError?: (error: unknown, requestId: string) => void;
}

/** Maximum size of a JSON body in bytes. */
const JSON_LIMIT = 1024 * 1024;

const baseUrlOf = ({ host }: FastifyRequest) =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).origin : '';

/**
 * Creates the avatar service: a Fastify server that implements the REST specification with `options.store`. The caller
 * must call `listen`, and must close the store after the server.
 */
export function createAvatarService(options: AvatarServiceOptions): FastifyInstance {
  const { store, developmentKey, now = () => new Date(), newId = randomUUID } = options;
  const { publicUrl, onError = () => undefined } = options;
  const { arrival = {}, spool = createSpool() } = options;
  const reader = createUploadReader();
  const fetcher = createUploadFetcher({
    reader,
    allowPrivate: options.allowPrivateImageUrls,
    timeout: options.imageUrlTimeout,
  });
  const developmentHash = developmentKey && hashKey(developmentKey);
  const links = createSignedLinks({ store, now });
  const storage = createStorage(
    { store, now },
    { ...getDefaults(storageSettings), ...options.storage },
  );
  const services: Services = { store, fetcher, reader, storage, links, now, newId };
  const processor = createDocumentProcessor(
    services,
    (error) => onError(error, ''),
    options.extraction,
  );
  const check = createRequestCheck();

  const app = Fastify({
    logger: false,
    bodyLimit: JSON_LIMIT,
    requestTimeout: arrival.requestTimeout ?? 120_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1000 },
    http: {
      // Node responds to a missing Host header with an empty 400. The hook below responds with JSON.
      requireHostHeader: false,
      headersTimeout: arrival.headersTimeout ?? 15_000,
      connectionsCheckingInterval: arrival.checkEvery ?? 5_000,
      maxHeaderSize: 16_384,
    },
    frameworkErrors: (error, request, reply) => {
      const isLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
      const rejection = isLong
        ? BadRequest.at(['id'], 'The id is too long.')
        : new BadRequest('The path is not valid.');
      handleError(rejection, request, reply, onError);
    },
    clientErrorHandler: (error, socket) => handleClientError(error, socket, serviceErrorBody),
  });
  rejectExpectations(app.server, serviceErrorBody);
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler<FastifyError | HttpStatusError | StoreFailure | SpoolError>(
    (error, request, reply) => handleError(error, request, reply, onError),
  );
  app.setNotFoundHandler(() => undefined);
  app.addHook('onRequest', async (request) => {
    const { raw, is404 } = request;
    const rejection = check(raw);
    if (rejection) throw new (rejection.closes ? InvalidHost : BadRequest)(rejection.message);
    // Rejected in this hook, so that the body of a request for an unknown path is not read.
    if (is404) {
      const known = findKnownPath(request);
      throw known ? new MethodNotAllowed(known.allow) : new NotFound('This path does not exist.');
    }
    const encoding = raw.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      throw new UnsupportedMediaType(
        'Compressed requests are not supported. Send the request without Content-Encoding.',
      );
    }
  });
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { method, routeOptions } = request;
    const path = routeOptions.url ?? findKnownPath(request)?.url ?? 'other';
    serviceResponses.publish({ method, path, status: statusCode, seconds: elapsedTime / 1000 });
  });
  app.addHook('onListen', async () => processor.wake());
  app.addHook('onClose', async () => {
    await processor.close();
    await fetcher.close();
    await spool.close();
  });

  const handlers = {
    ...personaHandlers(services),
    ...avatarHandlers(services),
    ...toolHandlers(services),
    ...voiceHandlers(services),
    ...llmHandlers(services),
    ...shareLinkHandlers(services),
    ...meetingInviteHandlers(services),
    ...sessionHandlers(services),
    ...knowledgeGroupHandlers({ ...services, processor }),
    ...knowledgeDocumentHandlers({ ...services, processor }),
    ...sessionTokenHandlers(services),
  };
  app.register((scope) =>
    addRoutes(scope, handlers, {
      authentication: { store, developmentHash, now },
      baseUrlOf: publicUrl ?? baseUrlOf,
      reader,
      spool,
      storage,
      uploadIdle: arrival.uploadIdle,
    }),
  );
  addMedia(app, { resource: 'avatars', name: 'image', noun: 'an avatar', tables: store.avatars });
  addMedia(app, { resource: 'voices', name: 'sample', noun: 'a voice', tables: store.voices });
  addMedia(app, {
    resource: 'sessions',
    name: 'file',
    noun: 'a session with a recording',
    tables: createRecordings(store),
    authorize: async (id, query) => {
      await links.check(getRecordingSubject(id), query);
      return {};
    },
  });
  addMedia(app, {
    resource: 'knowledge/documents',
    name: 'file',
    noun: 'a knowledge document',
    tables: store.knowledgeDocuments,
    authorize: async (id, query) => {
      await links.check(id, query);
      return { 'content-disposition': 'attachment' };
    },
  });
  addVoiceUploads(app, services, { spool, idle: arrival.uploadIdle });
  addHealth(app, async () => (options.isWelcoming?.() ?? true) && store.isAlive());
  rejectSessions(app);
  return app;
}
