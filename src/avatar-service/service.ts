import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import { handleClientError, rejectExpectations } from '../shared/http-errors.ts';
import { createRequestCheck } from '../shared/request-check.ts';
import { createSpool, type Spool, type SpoolError } from '../shared/spool.ts';
import { avatarHandlers } from './avatar.ts';
import { rejectSessions } from './engine.ts';
import { handleError, serviceErrorBody } from './error-handler.ts';
import { BadRequest, NotFound, type Refusal, UnsupportedMediaType } from './errors.ts';
import type { Services } from './handlers.ts';
import { addHealth } from './health.ts';
import { hashKey } from './keys.ts';
import { llmHandlers } from './llm.ts';
import { addMedia } from './media.ts';
import { personaHandlers } from './persona.ts';
import { addRoutes } from './router.ts';
import { sessionTokenHandlers } from './session-token.ts';
import { createUploadReader } from './spooled-upload.ts';
import type { Store } from './store/store.ts';
import type { StoreFailure } from './store/store-error.ts';
import { toolHandlers } from './tool.ts';
import { createUploadFetcher } from './upload-url.ts';
import { voiceHandlers } from './voice.ts';

/** Times of arrival, in milliseconds. */
export interface RequestTimeouts {
  /** Until the last header. Default 15,000. */
  readonly headersTimeout?: number;
  /** Until the last byte of the body. Default 120,000. */
  readonly requestTimeout?: number;
  /** Between two pieces of a form. Default 15,000. */
  readonly formIdle?: number;
  /** Between two looks at who is late. Default 5,000. */
  readonly checkEvery?: number;
}

/** What a service stands on. Clock and ids can be given, so that tests decide them. */
export interface AvatarServiceOptions {
  readonly store: Store;
  /** Base of the addresses of pictures and samples. Default: the address by which the request came. */
  readonly publicUrl?: () => string;
  /** A key of the enterprise plan that is kept nowhere but here. */
  readonly developmentKey?: string;
  /** Development only: uploads may be fetched from loopback and private addresses. Default false. */
  readonly allowPrivateImageUrls?: boolean;
  /** Milliseconds that fetching an upload may take, redirects included. Default 20,000. */
  readonly imageUrlTimeout?: number;
  /** Whether new requests are welcome, as far as that is not up to the store. Default: they are. */
  readonly isWelcoming?: () => boolean;
  readonly now?: () => Date;
  readonly newId?: () => string;
  /** Where files of requests wait on disk. Default: the system's folder for such files. */
  readonly spool?: Spool;
  /** How long requests may take to arrive: beyond it, 408. */
  readonly arrival?: RequestTimeouts;
  /** Told of every failure that callers saw only as a 500. */
  readonly onError?: (error: unknown, requestId: string) => void;
}

/** Bytes of a JSON body, at most. */
const JSON_LIMIT = 1024 * 1024;

const baseUrlOf = ({ host }: FastifyRequest) =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).origin : '';

/**
 * Builds the avatar service: the whole REST specification over `options.store`. It listens nowhere until told to, and
 * leaves the store open when it is closed.
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
  const services: Services = { store, fetcher, reader, now, newId };
  const check = createRequestCheck();

  const app = Fastify({
    logger: false,
    bodyLimit: JSON_LIMIT,
    requestTimeout: arrival.requestTimeout ?? 120_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1000 },
    http: {
      // Node answers a missing Host with an empty 400; the hook below does it in JSON.
      requireHostHeader: false,
      headersTimeout: arrival.headersTimeout ?? 15_000,
      connectionsCheckingInterval: arrival.checkEvery ?? 5_000,
      maxHeaderSize: 16_384,
    },
    frameworkErrors: (error, request, reply) => {
      const isLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
      const refusal = isLong
        ? BadRequest.at(['id'], 'The id is too long.')
        : new BadRequest('The path is not valid.');
      handleError(refusal, request, reply, onError);
    },
    clientErrorHandler: (error, socket) => handleClientError(error, socket, serviceErrorBody),
  });
  for (const method of METHODS) {
    // Methods that Fastify does not know would be a 404 where a 405 is due. CONNECT asks for no path.
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  rejectExpectations(app.server, serviceErrorBody);
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler<FastifyError | Refusal | StoreFailure | SpoolError>((error, request, reply) =>
    handleError(error, request, reply, onError),
  );
  app.setNotFoundHandler(() => undefined);
  app.addHook('onRequest', async ({ raw, is404 }) => {
    const refused = check(raw);
    if (refused) throw new BadRequest(refused.message);
    // Here, and not in the handler for it, so that no body is read for a path that is not there.
    if (is404) throw new NotFound('This path does not exist.');
    const coding = raw.headers['content-encoding'];
    if (coding !== undefined && coding.toLowerCase() !== 'identity') {
      throw new UnsupportedMediaType(
        'Compressed requests are not supported. Send the request without Content-Encoding.',
      );
    }
  });
  app.addHook('onClose', async () => {
    await fetcher.close();
    await spool.close();
  });

  const handlers = {
    ...personaHandlers(services),
    ...avatarHandlers(services),
    ...toolHandlers(services),
    ...voiceHandlers(services),
    ...llmHandlers(services),
    ...sessionTokenHandlers(services),
  };
  app.register((scope) =>
    addRoutes(scope, handlers, {
      authentication: { store, developmentHash, now },
      baseUrlOf: publicUrl ?? baseUrlOf,
      reader,
      spool,
      formIdle: arrival.formIdle,
    }),
  );
  addMedia(app, { resource: 'avatars', name: 'image', what: 'an avatar', tables: store.avatars });
  addMedia(app, { resource: 'voices', name: 'sample', what: 'a voice', tables: store.voices });
  addHealth(app, async () => (options.isWelcoming?.() ?? true) && store.isAlive());
  rejectSessions(app);
  return app;
}
