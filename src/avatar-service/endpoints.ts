import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { describeIssue } from '../contract/describe-issue.ts';
import type { Endpoint, ResourceContract } from '../contract/resource.ts';
import { isDeeperThan } from '../shared/json-limits.ts';
import type { SpooledFiles } from '../shared/spool.ts';
import { authorize, type Caller } from './authentication.ts';
import { BadRequest, Busy, UnsupportedMediaType } from './errors.ts';
import type { Services } from './handler-services.ts';
import type { Tables } from './store/store.ts';
import { readForm } from './uploads/form.ts';
import { DOCUMENT, listUploadKinds } from './uploads/upload-kind.ts';

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
interface Parsed<E extends Endpoint> extends RequestContext {
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

const getUrl = ({ path }: Endpoint) => path.replace(/\{(\w+)\}/g, ':$1');

/** @throws BadRequest with all validation problems. */
function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { error: describeIssue });
  if (!result.success) throw BadRequest.fromIssues(result.error.issues);
  return result.data;
}

/** Leaves the bodies of requests unread. */
export function ignoreBodies(app: FastifyInstance): void {
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

/** Parses the values of a form. Its text parts are converted like those of a query. */
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
  files: SpooledFiles,
  services: Services,
): Promise<unknown> {
  if (!body) return undefined;
  if (!request.isMultipart()) {
    if (!body.json) throw new UnsupportedMediaType('This endpoint requires multipart/form-data.');
    if (isDeeperThan(request.body, MAX_DEPTH))
      throw new BadRequest('The body is nested too deeply.');
    return parse(body.json, request.body);
  }
  if (!body.multipart) throw new UnsupportedMediaType('This endpoint requires application/json.');
  const kinds = listUploadKinds(body.multipart);
  const bytes = Number(request.headers['content-length'] ?? 0);
  await services.quota.check(bytes, kinds.includes(DOCUMENT));
  return parseForm(body.multipart, await readForm(request, { ...services, files, kinds }));
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** Runs `work` with storage for uploaded files, and removes the files afterwards. */
async function withFiles<Result>(
  request: FastifyRequest,
  { formLimit, spool }: Services,
  work: (files: SpooledFiles) => Promise<Result>,
): Promise<Result> {
  const isForm = request.isMultipart();
  const subject = request.caller?.id ?? '';
  if (isForm && !formLimit.tryAcquire(subject))
    throw new Busy('Too many concurrent uploads. Try again later.');
  const files = spool.open();
  try {
    return await work(files);
  } finally {
    await files.release();
    if (isForm) formLimit.release(subject);
  }
}

const createSuccessorLink = ({ path }: Endpoint) => `<${path}>; rel="successor-version"`;

function addRoute(
  app: FastifyInstance,
  services: Services,
  endpoint: Endpoint,
  handle: (request: Parsed<Endpoint>) => Promise<unknown>,
) {
  app.route({
    method: endpoint.method,
    url: getUrl(endpoint),
    // Runs before the body is read, so that the bodies of unauthenticated requests are not received.
    onRequest: async (request) => {
      request.caller = await authorize(request.headers.authorization, endpoint, services);
    },
    handler: async (request, reply) => {
      const { caller } = request;
      if (!caller) throw new TypeError('A request without a caller reached its handler.');
      const response = await withFiles(request, services, async (files) =>
        handle({
          params: parse(endpoint.params, request.params),
          query: parseQuery(endpoint.query, request.query),
          body: await readBody(endpoint, request, files, services),
          baseUrl: services.getBaseUrl(request),
          caller,
          tables: services.store.forAccount(caller.account),
          files,
          // `parse` returns the types of the endpoint's schemas.
        } as Parsed<Endpoint>),
      );
      reply.status(endpoint.status);
      if (endpoint.deprecated) reply.header('link', createSuccessorLink(endpoint));
      return endpoint.status === 204 ? reply.send() : response;
    },
  });
}

export function addEndpoints<const Contract extends Pick<ResourceContract, 'endpoints'>>(
  { app, bodiless }: RouteScopes,
  services: Services,
  { endpoints }: Contract,
  handlers: HandlersOf<Contract>,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    // The handler of an endpoint takes what its schemas parse.
    const handle = handlers[name] as unknown as (request: Parsed<Endpoint>) => Promise<unknown>;
    addRoute(endpoint.body ? app : bodiless, services, endpoint, handle);
  }
}
