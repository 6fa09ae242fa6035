import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { liveId } from '../support/live-records.ts';
import { sendJson, startUpstream, type Upstream } from '../support/upstream.ts';

/**
 * Knowledge, share links, meetings and presigned uploads as live services have them, and nothing of src: a request with
 * an unknown or missing key, or another type, is answered with 400 and kept in `refused`.
 */

const id = z.guid();
const AT = '2026-11-01T10:00:00.000Z';
const integer = z.string().regex(/^\d+$/);
const paging = { page: integer.optional(), perPage: integer.optional() };

const GROUP = {
  id: liveId(3001),
  name: 'Handbook',
  description: null,
  documentCount: 1,
  createdAt: AT,
  updatedAt: null,
};
const DOCUMENT = {
  id: liveId(3002),
  knowledgeFolderId: GROUP.id,
  filename: 'handbook.pdf',
  fileType: 'application/pdf',
  fileSize: 1000,
  fileUrl: 'https://storage.example/handbook.pdf',
  status: 'PROCESSING',
  errorMessage: null,
  createdAt: AT,
  updatedAt: null,
};
const FOUND = {
  documentId: DOCUMENT.id,
  filename: DOCUMENT.filename,
  content: 'Shops open at nine.',
  score: 0.83,
  chunkIndex: 3,
  metadata: { page: 2 },
};
const LINK = {
  id: liveId(3003),
  token: 'live-share-token',
  type: 'LINK',
  expiresAt: AT,
  usageLimit: 10,
  usageCount: 0,
  allowedOrigins: [],
  allowAllOrigins: true,
  removeWatermark: false,
  enabled: true,
  isPrimary: false,
  createdAt: AT,
};
const PERSONA_LINK = {
  ...LINK,
  personaId: liveId(1),
  personaName: 'Ada',
  organizationId: liveId(51),
};
const INVITE = {
  id: liveId(3004),
  provider: 'zoom',
  meetingUrl: 'https://zoom.us/j/1',
  displayName: 'Ada',
  status: 'waiting_for_host',
  createdAt: AT,
  joinAt: null,
  groupCall: true,
  sessionId: null,
  region: null,
  joinState: 'a_newer_state',
  statusReason: null,
};
const UPLOAD = { uploadUrl: 'https://storage.example/1?signature=2', audioKey: 'recordings/1' };

const page = (record: object) => ({
  data: [record],
  meta: { total: 1, lastPage: 1, currentPage: 1, perPage: 10, prev: null, next: null },
});

interface Route {
  readonly status: number;
  readonly answer?: unknown;
  readonly query?: z.ZodRawShape;
  readonly body?: z.ZodType;
}

const invite = z
  .strictObject({
    meetingUrl: z.string(),
    personaId: id.optional(),
    personaConfig: z.looseObject({}).optional(),
    displayName: z.string().max(100).optional(),
    region: z.enum(['eu', 'us-east', 'us-west']).optional(),
    regionPolicy: z.enum(['preferred', 'strict']).optional(),
    joinAt: z.iso.datetime().optional(),
    groupCall: z.boolean().optional(),
    sessionOptions: z.looseObject({}).optional(),
    clientLabel: z.string().max(128).optional(),
  })
  .refine(({ personaId, personaConfig }) => !personaId !== !personaConfig);

const document = z.strictObject({
  file: z.file().mime(['application/pdf', 'text/plain', 'text/markdown', 'text/csv']),
  chunkSize: integer.optional(),
  chunkOverlap: integer.optional(),
});

const ROUTES: Readonly<Record<string, Route>> = {
  'GET /v1/knowledge/groups': { status: 200, answer: [GROUP] },
  'POST /v1/knowledge/groups': {
    status: 201,
    answer: GROUP,
    body: z.strictObject({ name: z.string(), description: z.string().optional() }),
  },
  'GET /v1/knowledge/groups/{id}': { status: 200, answer: GROUP },
  'PUT /v1/knowledge/groups/{id}': {
    status: 200,
    answer: GROUP,
    body: z.strictObject({ name: z.string(), description: z.string() }).partial(),
  },
  'DELETE /v1/knowledge/groups/{id}': { status: 204 },
  'GET /v1/knowledge/groups/{id}/documents': { status: 200, answer: [DOCUMENT] },
  'POST /v1/knowledge/groups/{id}/documents': { status: 201, answer: DOCUMENT, body: document },
  'POST /v1/knowledge/groups/{id}/search': {
    status: 200,
    answer: [FOUND],
    body: z.strictObject({ query: z.string(), limit: z.int().min(1).max(20).optional() }),
  },
  'GET /v1/knowledge/documents/{id}': { status: 200, answer: DOCUMENT },
  'PUT /v1/knowledge/documents/{id}': {
    status: 200,
    answer: DOCUMENT,
    body: z.strictObject({ filename: z.string() }),
  },
  'DELETE /v1/knowledge/documents/{id}': { status: 204 },
  'GET /v1/knowledge/documents/{id}/download': {
    status: 200,
    answer: { downloadUrl: 'https://storage.example/a.pdf?signature=1', filename: 'a.pdf' },
  },
  'GET /v1/personas/{id}': { status: 200, answer: { id: liveId(1), name: 'Ada' } },
  'GET /v1/share-links': {
    status: 200,
    answer: page(PERSONA_LINK),
    query: { ...paging, search: z.string().optional(), personaId: id.optional() },
  },
  'POST /v1/share-links': {
    status: 201,
    answer: LINK,
    body: z.strictObject({
      personaId: id,
      expiresInHours: z.number().optional(),
      usageLimit: z.number().optional(),
    }),
  },
  'GET /v1/share-links/{id}': { status: 200, answer: PERSONA_LINK },
  'PUT /v1/share-links/{id}': {
    status: 200,
    answer: LINK,
    body: z.strictObject({ expiresInHours: z.number(), usageLimit: z.number() }).partial(),
  },
  'DELETE /v1/share-links/{id}': { status: 200, answer: { message: 'Share link deleted' } },
  'GET /v1/meetings/invites': {
    status: 200,
    answer: page(INVITE),
    query: {
      ...paging,
      status: z.enum(['pending', 'active', 'cancelled', 'ended', 'failed']).optional(),
    },
  },
  'POST /v1/meetings/invites': { status: 201, answer: INVITE, body: invite },
  'GET /v1/meetings/invites/{id}': { status: 200, answer: INVITE },
  'DELETE /v1/meetings/invites/{id}': { status: 204 },
  'POST /v1/voices/presigned-upload': {
    status: 200,
    answer: UPLOAD,
    body: z.strictObject({
      filename: z.string(),
      contentType: z.string().startsWith('audio/'),
      fileSize: z.int().max(52_428_800),
    }),
  },
  'POST /v1/voices': {
    status: 201,
    answer: { id: liveId(3005), displayName: 'Ada' },
    body: z.looseObject({ name: z.string(), audioKey: z.literal(UPLOAD.audioKey) }),
  },
};

/** An id that such a service has. The service does not compare it. */
export const SOME_ID = liveId(3000);

async function readBody(request: IncomingMessage): Promise<unknown> {
  const bytes = Buffer.concat(await request.toArray());
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/'))
    return bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined;
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  return Object.fromEntries(form);
}

/** A service of these shapes, for the running test. */
export interface LiveShapes extends Upstream {
  /** Each refused request, with the reason. */
  readonly refused: readonly string[];
  /** Each answered request, as `METHOD /path` with `{id}`. */
  readonly answered: readonly string[];
}

/** Every route of the service. */
export const LIVE_ROUTES: readonly string[] = Object.keys(ROUTES);

/** Starts the service. */
export async function startLiveShapes(): Promise<LiveShapes> {
  const refused: string[] = [];
  const answered: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://live');
    const line = `${request.method} ${pathname.replace(/\/[\da-f-]{36}(?=\/|$)/, '/{id}')}`;
    const route = ROUTES[line];
    const body = await readBody(request);
    const query = z.strictObject(route?.query ?? {}).safeParse(Object.fromEntries(searchParams));
    const checked = (route?.body ?? z.undefined()).safeParse(body);
    const problem = [query.error, checked.error].flatMap((error) => error?.issues ?? []);
    if (!route || problem.length > 0) {
      refused.push(`${line}: ${JSON.stringify(problem)}`);
      return sendJson(response, route ? 400 : 404, { error: 'Validation error' });
    }
    answered.push(line);
    if (route.status === 204) return response.writeHead(204).end();
    return sendJson(response, route.status, route.answer);
  };
  const upstream = await startUpstream((request, response) => {
    answer(request, response).catch((error: unknown) => {
      refused.push(String(error));
      sendJson(response, 400, { error: 'Invalid request body' });
    });
  });
  return { ...upstream, refused, answered };
}
