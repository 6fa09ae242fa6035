import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Api, api, type EndpointName } from '../contract/api.ts';
import { describeIssue } from '../contract/describe-issue.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { isDeeperThan } from '../shared/is-deeper-than.ts';
import type { Spool, SpooledFiles } from '../shared/spool.ts';
import { type Authentication, authorize } from './authentication.ts';
import { BadRequest, Busy, UnsupportedMediaType } from './errors.ts';
import { FORM_LIMITS, type ReadFormOptions, readForm } from './form.ts';
import type { Handlers, Parsed } from './handler-types.ts';
import { rejectOtherMethods } from './known-paths.ts';
import type { UploadReader } from './spooled-upload.ts';
import { listUploadKinds } from './upload-kind.ts';

const urlOf = ({ path }: Endpoint) => path.replace(/\{(\w+)\}/g, ':$1');

/** @throws BadRequest with all validation problems. */
function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { error: describeIssue });
  if (!result.success) throw BadRequest.fromZodError(result.error);
  return result.data;
}

/** Leaves the body unread if the endpoint has no body. */
function ignoreBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

const isKind = (schema: unknown, kind: typeof z.ZodNumber | typeof z.ZodBoolean): boolean =>
  schema instanceof z.ZodOptional ? isKind(schema.unwrap(), kind) : schema instanceof kind;

const BOOLEANS = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
]);

/** Converts a query parameter to a number or a boolean if the contract requires it. */
function parseValue(schema: unknown, value: unknown): unknown {
  const isNumber = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
  if (isNumber && isKind(schema, z.ZodNumber)) return Number(value);
  return isKind(schema, z.ZodBoolean) ? (BOOLEANS.get(value) ?? value) : value;
}

/** Parses the values of a form. Its text parts are converted as those of a query. */
function parseForm(schema: z.ZodType, form: Readonly<Record<string, unknown>>): unknown {
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  const values = Object.entries(form).map(([name, value]) => [
    name,
    parseValue(Object.hasOwn(shape, name) ? shape[name] : undefined, value),
  ]);
  return parse(schema, Object.fromEntries(values));
}

/** Parses a query string. Unknown parameters are ignored. */
function parseQuery(schema: z.ZodObject | undefined, query: unknown): unknown {
  if (!schema) return undefined;
  const known = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value: unknown = Reflect.get(Object(query), name);
    return value === undefined ? [] : [[name, parseValue(field, value)]];
  });
  return parse(schema, Object.fromEntries(known));
}

/** Maximum depth of a JSON body. It protects recursive code. */
const MAX_DEPTH = 64;

async function readBody(
  { body }: Endpoint,
  request: FastifyRequest,
  options: Omit<ReadFormOptions, 'kinds'>,
): Promise<unknown> {
  if (!body) return undefined;
  if (!request.isMultipart?.()) {
    if (!body.json) throw new UnsupportedMediaType('This endpoint requires multipart/form-data.');
    if (isDeeperThan(request.body, MAX_DEPTH))
      throw new BadRequest('The body is nested too deeply.');
    return parse(body.json, request.body);
  }
  if (!body.multipart) throw new UnsupportedMediaType('This endpoint requires application/json.');
  const kinds = listUploadKinds(body.multipart);
  return parseForm(body.multipart, await readForm(request, { ...options, kinds }));
}

/** Options of `addRoutes`. */
export interface RouteOptions {
  readonly authentication: Authentication;
  /** Base URL of images and samples, as seen by the client of a request. */
  readonly baseUrlOf: (request: FastifyRequest) => string;
  readonly reader: UploadReader;
  readonly spool: Spool;
  /** Maximum time between two chunks of a form, in milliseconds. Default: 15,000. */
  readonly formIdle?: number | undefined;
}

/** Maximum number of concurrent forms. With the maximum size of a form, this limits the disk space of uploads. */
const FORMS_AT_ONCE = 64;

/** Adds a route for every endpoint of the contract. Other methods of the paths return 405. */
export async function addRoutes(
  app: FastifyInstance,
  handlers: Handlers,
  { authentication, baseUrlOf, reader, spool, formIdle }: RouteOptions,
): Promise<void> {
  const endpoints = Object.entries<Endpoint>(api);
  const keyIds = new WeakMap<FastifyRequest, string>();
  let forms = 0;

  /** Runs `work` with storage for uploaded files, and removes the files afterwards. */
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

  const addRoute = (scope: FastifyInstance, name: string, endpoint: Endpoint) => {
    // The endpoint names are the handler names, and `parse` returns the types of the endpoint's schemas.
    const handle = handlers[name as EndpointName] as (
      request: Parsed<Api[EndpointName]>,
    ) => Promise<unknown>;
    scope.route({
      method: endpoint.method,
      url: urlOf(endpoint),
      // Runs before the body is read, so that the bodies of unauthenticated requests are not received.
      onRequest: async (request) => {
        const { authorization } = request.headers;
        keyIds.set(request, await authorize(authorization, endpoint, authentication));
      },
      handler: async (request, reply) => {
        const response = await withFiles(request, async (files) => {
          const formOptions = { reader, files, idle: formIdle };
          return handle({
            params: parse(endpoint.params, request.params),
            query: parseQuery(endpoint.query, request.query),
            body: await readBody(endpoint, request, formOptions),
            baseUrl: baseUrlOf(request),
            keyId: keyIds.get(request) ?? '',
            files,
          } as Parsed<Api[EndpointName]>);
        });
        reply.status(endpoint.status);
        if (endpoint.deprecated) reply.header('link', createSuccessorLink(endpoint));
        return endpoint.status === 204 ? reply.send() : response;
      },
    });
  };

  // A scope for all endpoints with the same kind of body.
  const byBody = Map.groupBy(endpoints, ([, { body }]) => {
    if (!body) return 'none';
    return body.multipart ? 'form' : 'json';
  });
  for (const [kind, group] of byBody) {
    await app.register(async (scope) => {
      if (kind === 'none') ignoreBodies(scope);
      if (kind === 'form') await scope.register(multipart, { limits: FORM_LIMITS });
      for (const [name, endpoint] of group) addRoute(scope, name, endpoint);
    });
  }

  for (const url of new Set(endpoints.map(([, endpoint]) => urlOf(endpoint)))) {
    const methods = endpoints.flatMap(([, endpoint]) =>
      urlOf(endpoint) === url ? [endpoint.method] : [],
    );
    rejectOtherMethods(app, url, methods);
  }
}

const createSuccessorLink = ({ path }: Endpoint) => `<${path}>; rel="successor-version"`;
