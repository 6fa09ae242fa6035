import multipart from '@fastify/multipart';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { ResourceName } from '../contract/api.ts';
import { MEGABYTE } from '../contract/file-size.ts';
import { handleClientError, receiveRest, rejectExpectations } from '../shared/http-errors.ts';
import type { SpoolError } from '../shared/spool.ts';
import { createRequestCheck } from '../shared/validate-request.ts';
import { avatars } from './avatar.ts';
import { serviceResponses } from './diagnostics.ts';
import { ignoreBodies, type ServiceRoutes } from './endpoints.ts';
import {
  BadRequest,
  createServiceErrorBody,
  type HttpStatusError,
  handleError,
  InvalidHost,
  MethodNotAllowed,
  NotFound,
  UnsupportedMediaType,
} from './errors.ts';
import { type AvatarServiceOptions, createServices } from './handler-services.ts';
import { knowledgeDocuments, knowledgeGroups } from './knowledge.ts';
import { llms } from './llm.ts';
import { meetingInvites } from './meeting-invite.ts';
import { personas } from './persona.ts';
import { sessions } from './session.ts';
import { engine } from './session-start.ts';
import { sessionTokens } from './session-token.ts';
import { shareLinks } from './share-link.ts';
import type { StoreFailure } from './store/store-error.ts';
import { tools } from './tool.ts';
import { FORM_LIMITS } from './uploads/form.ts';
import { voices } from './voice.ts';

const resources: Readonly<Record<ResourceName | 'sessionToken' | 'engine', ServiceRoutes>> = {
  sessionToken: sessionTokens,
  engine,
  persona: personas,
  avatar: avatars,
  tool: tools,
  voice: voices,
  llm: llms,
  shareLink: shareLinks,
  meetingInvite: meetingInvites,
  session: sessions,
  knowledgeGroup: knowledgeGroups,
  knowledgeDocument: knowledgeDocuments,
};

/** Maximum size of a JSON body in bytes. */
const JSON_LIMIT = MEGABYTE;

function rejectSchema(): never {
  throw new Error('Routes are described by zod, not by JSON schemas.');
}

/** A path of a route, and its methods. */
interface KnownPath {
  readonly url: string;
  readonly allow: readonly string[];
}

/**
 * Collects the paths of routes that are added later. Returns a function that finds the path of a request without a route,
 * if it has routes for other methods. A route for each of the 35 methods of HTTP on every path would take a third of
 * the start.
 */
function collectPaths(app: FastifyInstance): (request: FastifyRequest) => KnownPath | undefined {
  const known = new Map<string, { readonly pattern: URLPattern; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const path = known.get(url) ?? {
      pattern: new URLPattern({ pathname: url }),
      methods: new Set<string>(),
    };
    known.set(url, path);
    for (const name of [method].flat()) path.methods.add(name);
  });
  return ({ raw }) => {
    const pathname = raw.url?.split('?')[0] ?? '';
    for (const [url, { pattern, methods }] of known)
      if (pattern.test({ pathname })) return { url, allow: [...methods].sort() };
    return undefined;
  };
}

/** Creates the HTTP server, without routes: what it rejects before a route, and how it responds to errors. */
function createHttpServer({ arrival = {}, onError = () => undefined }: AvatarServiceOptions) {
  const app = Fastify({
    logger: false,
    bodyLimit: JSON_LIMIT,
    requestTimeout: arrival.requestTimeout ?? 120_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1000 },
    // No route has a JSON schema, so the compilers of schemas are not loaded.
    schemaController: {
      compilersFactory: { buildValidator: rejectSchema, buildSerializer: rejectSchema },
    },
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
    clientErrorHandler: (error, socket) => handleClientError(error, socket, createServiceErrorBody),
  });
  rejectExpectations(app.server, createServiceErrorBody);
  receiveRest(app.server);
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler<FastifyError | HttpStatusError | StoreFailure | SpoolError>(
    (error, request, reply) => handleError(error, request, reply, onError),
  );
  app.setNotFoundHandler(() => undefined);
  const check = createRequestCheck();
  const findKnownPath = collectPaths(app);
  app.addHook('onRequest', async (request) => {
    const { raw, is404 } = request;
    const rejection = check(raw);
    if (rejection) throw new (rejection.closes ? InvalidHost : BadRequest)(rejection.message);
    // Rejected in this hook, so that the body of a request for an unknown path is not read.
    if (is404) {
      const known = findKnownPath(request);
      if (!known) throw new NotFound('This path does not exist.');
      const allow = known.allow.join(', ');
      throw new MethodNotAllowed(`This path supports only ${allow}.`, { headers: { allow } });
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
  return app;
}

/**
 * Creates the avatar service: a Fastify server that implements the REST specification with `options.store`. The caller
 * must call `listen`, and must close the store after the server.
 */
export function createAvatarService(options: AvatarServiceOptions): FastifyInstance {
  const app = createHttpServer(options);
  const services = createServices(options);
  const { store, processor, fetcher, spool } = services;
  app.addHook('onListen', async () => processor.wake());
  app.addHook('onClose', async () => {
    await processor.close();
    await fetcher.close();
    await spool.close();
  });
  app.register(multipart, { limits: FORM_LIMITS });
  app.decorateRequest('caller', null);
  // One scope for all resources: a scope for each would take most of the start.
  app.register(async (bodiless) => {
    ignoreBodies(bodiless);
    for (const addRoutes of Object.values(resources)) addRoutes({ app, bodiless }, services);
  });
  // Probes of operators, which need no API key and are not part of the specification.
  app.get('/health', (_request, reply) => reply.status(200).send());
  app.get('/ready', async (_request, reply) => {
    const isReady = (options.isAcceptingRequests?.() ?? true) && (await store.isAlive());
    return reply.status(isReady ? 200 : 503).send();
  });
  return app;
}
