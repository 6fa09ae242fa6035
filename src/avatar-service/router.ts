import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Api, api, type EndpointName } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Spool, SpooledFiles } from '../shared/spool.ts';
import { type Authentication, authorize } from './authentication.ts';
import { BadRequest, Busy, MethodNotAllowed, UnsupportedMediaType } from './errors.ts';
import { FORM_LIMITS, type FormReading, readForm } from './form.ts';
import type { Handlers, Parsed } from './handlers.ts';
import type { UploadReader } from './spooled-upload.ts';

const urlOf = ({ path }: Endpoint) => path.replace(/\{(\w+)\}/g, ':$1');

/** @throws BadRequest that names every broken rule. */
function read(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw BadRequest.because(result.error);
  return result.data;
}

/** An endpoint without a body asks for none, and leaves one that comes all the same unread. */
function ignoreBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

const isKind = (schema: unknown, kind: typeof z.ZodNumber | typeof z.ZodBoolean): boolean =>
  schema instanceof z.ZodOptional ? isKind(schema.unwrap(), kind) : schema instanceof kind;

const FLAGS = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
]);

/** What a text of a query stands for: a number or a flag where the contract has one, or else itself. */
function readValue(schema: unknown, value: unknown): unknown {
  const isNumber = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
  if (isNumber && isKind(schema, z.ZodNumber)) return Number(value);
  return isKind(schema, z.ZodBoolean) ? (FLAGS.get(value) ?? value) : value;
}

/** Reads a query, which has only text. What the contract does not know is left out. */
function readQuery(schema: z.ZodObject | undefined, query: unknown): unknown {
  if (!schema) return undefined;
  const known = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value: unknown = Reflect.get(Object(query), name);
    return value === undefined ? [] : [[name, readValue(field, value)]];
  });
  return read(schema, Object.fromEntries(known));
}

/** Levels of a JSON body, at most: more than anyone means, and few enough for whatever walks through it. */
const MAX_DEPTH = 64;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

async function readBody(
  { body }: Endpoint,
  request: FastifyRequest,
  reading: FormReading,
): Promise<unknown> {
  if (!body) return undefined;
  if (!request.isMultipart?.()) {
    if (isDeeper(request.body, MAX_DEPTH)) throw new BadRequest('The body is nested too deeply.');
    return read(body.json, request.body);
  }
  if (!body.multipart) throw new UnsupportedMediaType('This endpoint requires application/json.');
  return read(body.multipart, await readForm(request, reading));
}

/** Answers every method of a path that is not `taken` with a 405 that says which are. */
export function rejectOtherMethods(
  app: FastifyInstance,
  url: string,
  taken: readonly string[],
): void {
  const allow = taken.includes('GET') ? [...taken, 'HEAD'] : taken;
  app.route({
    method: app.supportedMethods.filter((method) => !allow.includes(method)),
    url,
    onRequest: async () => {
      throw new MethodNotAllowed(allow);
    },
    handler: () => undefined,
  });
}

/** What routes stand on. */
export interface RouteOptions {
  readonly authentication: Authentication;
  /** Base of the addresses of pictures and samples, for the caller of a request. */
  readonly baseUrlOf: (request: FastifyRequest) => string;
  readonly reader: UploadReader;
  readonly spool: Spool;
  /** Milliseconds between two pieces of a form, at most. Default 15,000. */
  readonly formIdle?: number | undefined;
}

/** Forms that may be on their way at the same time: with the largest form, the room on disk that they take at most. */
const FORMS_AT_ONCE = 64;

/** Adds a route for every endpoint of the contract, and a 405 for every other method of its paths. */
export async function addRoutes(
  app: FastifyInstance,
  handlers: Handlers,
  { authentication, baseUrlOf, reader, spool, formIdle }: RouteOptions,
): Promise<void> {
  const endpoints = Object.entries<Endpoint>(api);
  let forms = 0;

  /** Does `work` with a place for files, which are removed when it is done. */
  const withFiles = async <Result>(
    request: FastifyRequest,
    work: (files: SpooledFiles) => Promise<Result>,
  ): Promise<Result> => {
    const isForm = request.isMultipart?.() ?? false;
    if (isForm && forms >= FORMS_AT_ONCE)
      throw new Busy('Too many concurrent uploads. Try again later.');
    const files = spool.open();
    if (isForm) forms += 1;
    try {
      return await work(files);
    } finally {
      if (isForm) forms -= 1;
      await files.release();
    }
  };

  for (const [name, endpoint] of endpoints) {
    // The table's names are the handlers' names, and `read` gives each handler what its endpoint's schemas promise.
    const handle = handlers[name as EndpointName] as (
      request: Parsed<Api[EndpointName]>,
    ) => Promise<unknown>;
    await app.register(async (scope) => {
      if (!endpoint.body) ignoreBodies(scope);
      if (endpoint.body?.multipart) await scope.register(multipart, { limits: FORM_LIMITS });
      scope.route({
        method: endpoint.method,
        url: urlOf(endpoint),
        // Before the body is read: a stranger's bytes are not worth receiving.
        onRequest: ({ headers }) => authorize(headers.authorization, endpoint, authentication),
        handler: async (request, reply) => {
          const answer = await withFiles(request, async (files) => {
            const reading = { reader, files, idle: formIdle };
            return handle({
              params: read(endpoint.params, request.params),
              query: readQuery(endpoint.query, request.query),
              body: await readBody(endpoint, request, reading),
              baseUrl: baseUrlOf(request),
              files,
            } as Parsed<Api[EndpointName]>);
          });
          reply.status(endpoint.status);
          if (endpoint.deprecated) reply.header('link', successor(endpoint));
          return endpoint.status === 204 ? reply.send() : answer;
        },
      });
    });
  }

  for (const url of new Set(endpoints.map(([, endpoint]) => urlOf(endpoint)))) {
    const taken = endpoints.filter(([, endpoint]) => urlOf(endpoint) === url);
    rejectOtherMethods(
      app,
      url,
      taken.map(([, { method }]) => method),
    );
  }
}

const successor = ({ path }: Endpoint) => `<${path}>; rel="successor-version"`;
