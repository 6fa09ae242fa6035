import { createHash, randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { avatarHandlers } from './avatar.ts';
import { errorBody, MethodNotAllowed, NotFound, Refusal, Unauthorized } from './errors.ts';
import type { Services } from './handlers.ts';
import { findOrRefuse } from './ids.ts';
import { createImageFetcher } from './image-url.ts';
import { personaHandlers } from './persona.ts';
import { addRoutes } from './router.ts';
import { sessionTokenHandlers } from './session-token.ts';
import type { Store } from './store/store.ts';
import { toolHandlers } from './tool.ts';

/** What a service stands on. Clock and ids can be given, so that tests decide them. */
export interface AvatarServiceOptions {
  readonly store: Store;
  /** Base of pictures' addresses. Default: the address by which the request came. */
  readonly publicUrl?: () => string;
  /** A key of the enterprise plan that is kept nowhere but here. */
  readonly developmentKey?: string;
  /** Development only: images may be fetched from loopback and private addresses. Default false. */
  readonly allowPrivateImageUrls?: boolean;
  readonly now?: () => Date;
  readonly newId?: () => string;
  /** Told of every failure that callers saw only as a 500. */
  readonly onError?: (error: unknown) => void;
}

/** Bytes of a JSON body, at most. */
const JSON_LIMIT = 1024 * 1024;

const baseUrlOf = ({ host }: FastifyRequest) =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).origin : '';

function render(
  error: FastifyError | Refusal,
  reply: FastifyReply,
  onError: (error: unknown) => void,
) {
  if (error instanceof Refusal) {
    if (error instanceof MethodNotAllowed) reply.header('allow', error.allow.join(', '));
    if (error instanceof Unauthorized) reply.header('www-authenticate', 'Bearer');
    return reply.status(error.status).send(errorBody(error.status, error.message, error.details));
  }
  const { statusCode = 500, message } = error;
  if (statusCode < 500) return reply.status(statusCode).send(errorBody(statusCode, message));
  onError(error);
  return reply.status(500).send(errorBody(500, 'The service failed; its operator has been told.'));
}

/** Pictures are for <img>, which can send no key; their addresses hold an id that only a caller with one has seen. */
function addPictures(app: FastifyInstance, store: Store) {
  app.get<{ Params: { id: string } }>('/v1/avatars/:id/:file', async (request, reply) => {
    const { id, file } = request.params as { id: string; file: string };
    if (!/^image(\.\w+)?$/.test(file)) throw new NotFound('There is nothing at this path.');
    const { bytes, type } = await findOrRefuse('an avatar', id, store.avatars.picture);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
    reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type(type).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });
}

/**
 * Builds the avatar service: the whole REST specification over `options.store`. It listens nowhere until told to, and
 * leaves the store open when it is closed.
 */
export function createAvatarService(options: AvatarServiceOptions): FastifyInstance {
  const { store, developmentKey, now = () => new Date(), newId = randomUUID } = options;
  const { publicUrl, onError = () => undefined } = options;
  const images = createImageFetcher({ allowPrivate: options.allowPrivateImageUrls ?? false });
  const services: Services = { store, images, now, newId };

  const app = Fastify({
    logger: false,
    bodyLimit: JSON_LIMIT,
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1000 },
    frameworkErrors: (error, _request, reply) => {
      render(error, reply, onError);
    },
    clientErrorHandler: (_error, socket) => {
      const body = JSON.stringify(errorBody(400, 'The request is not HTTP that can be read.'));
      if (socket.writable) {
        socket.write(
          `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        );
      }
      socket.destroySoon();
    },
  });
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler<FastifyError | Refusal>((error, _request, reply) =>
    render(error, reply, onError),
  );
  app.setNotFoundHandler((_request, reply) =>
    render(new NotFound('There is nothing at this path.'), reply, onError),
  );
  app.addHook('onClose', () => images.close());

  const handlers = {
    ...personaHandlers(services),
    ...avatarHandlers(services),
    ...toolHandlers(services),
    ...sessionTokenHandlers(services),
  };
  app.register((scope) =>
    addRoutes(scope, handlers, { store, developmentKey, now }, publicUrl ?? baseUrlOf),
  );
  addPictures(app, store);
  return app;
}
