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

/** A status, its answer, the body of the request, and its query. */
type Route = readonly [
  status: number,
  answer?: unknown,
  body?: z.ZodType | undefined,
  query?: z.ZodRawShape,
];

const text = z.string();
const optional = text.optional();

const invite = z
  .strictObject({
    meetingUrl: text,
    personaId: id.optional(),
    personaConfig: z.looseObject({}).optional(),
    displayName: text.max(100).optional(),
    region: z.enum(['eu', 'us-east', 'us-west']).optional(),
    regionPolicy: z.enum(['preferred', 'strict']).optional(),
    joinAt: z.iso.datetime().optional(),
    groupCall: z.boolean().optional(),
    sessionOptions: z.looseObject({}).optional(),
    clientLabel: text.max(128).optional(),
  })
  .refine(({ personaId, personaConfig }) => !personaId !== !personaConfig);

const document = z.strictObject({
  file: z.file().mime(['application/pdf', 'text/plain', 'text/markdown', 'text/csv']),
  chunkSize: integer.optional(),
  chunkOverlap: integer.optional(),
});

const upload = z.strictObject({
  filename: text,
  contentType: text.startsWith('audio/'),
  fileSize: z.int().max(52_428_800),
});

const group = z.strictObject({ name: text, description: optional });
const limits = { expiresInHours: z.number().optional(), usageLimit: z.number().optional() };
const search = z.strictObject({ query: text, limit: z.int().min(1).max(20).optional() });
const status = z.enum(['pending', 'active', 'cancelled', 'ended', 'failed']).optional();
const DOWNLOAD = { downloadUrl: 'https://storage.example/a.pdf?signature=1', filename: 'a.pdf' };

const ROUTES: Readonly<Record<string, Route>> = {
  'GET /v1/knowledge/groups': [200, [GROUP]],
  'POST /v1/knowledge/groups': [201, GROUP, group],
  'GET /v1/knowledge/groups/{id}': [200, GROUP],
  'PUT /v1/knowledge/groups/{id}': [200, GROUP, group.partial()],
  'DELETE /v1/knowledge/groups/{id}': [204],
  'GET /v1/knowledge/groups/{id}/documents': [200, [DOCUMENT]],
  'POST /v1/knowledge/groups/{id}/documents': [201, DOCUMENT, document],
  'POST /v1/knowledge/groups/{id}/search': [200, [FOUND], search],
  'GET /v1/knowledge/documents/{id}': [200, DOCUMENT],
  'PUT /v1/knowledge/documents/{id}': [200, DOCUMENT, z.strictObject({ filename: text })],
  'DELETE /v1/knowledge/documents/{id}': [204],
  'GET /v1/knowledge/documents/{id}/download': [200, DOWNLOAD],
  'GET /v1/personas/{id}': [200, { id: liveId(1), name: 'Ada' }],
  'GET /v1/share-links': [
    200,
    page(PERSONA_LINK),
    undefined,
    { ...paging, search: optional, personaId: id.optional() },
  ],
  'POST /v1/share-links': [201, LINK, z.strictObject({ personaId: id, ...limits })],
  'GET /v1/share-links/{id}': [200, PERSONA_LINK],
  'PUT /v1/share-links/{id}': [200, LINK, z.strictObject(limits)],
  'DELETE /v1/share-links/{id}': [200, { message: 'Share link deleted' }],
  'GET /v1/meetings/invites': [200, page(INVITE), undefined, { ...paging, status }],
  'POST /v1/meetings/invites': [201, INVITE, invite],
  'GET /v1/meetings/invites/{id}': [200, INVITE],
  'DELETE /v1/meetings/invites/{id}': [204],
  'POST /v1/voices/presigned-upload': [200, UPLOAD, upload],
  'POST /v1/voices': [
    201,
    { id: liveId(3005), displayName: 'Ada' },
    z.looseObject({ name: text, audioKey: z.literal(UPLOAD.audioKey) }),
  ],
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
    const [status, reply, shape, parameters = {}] = ROUTES[line] ?? [404];
    const body = await readBody(request);
    const query = z.strictObject(parameters).safeParse(Object.fromEntries(searchParams));
    const checked = (shape ?? z.undefined()).safeParse(body);
    const problem = [query.error, checked.error].flatMap((error) => error?.issues ?? []);
    if (status === 404 || problem.length > 0) {
      refused.push(`${line}: ${JSON.stringify(problem)}`);
      return sendJson(response, status === 404 ? 404 : 400, { error: 'Validation error' });
    }
    answered.push(line);
    if (status === 204) return response.writeHead(204).end();
    return sendJson(response, status, reply);
  };
  const upstream = await startUpstream((request, response) => {
    answer(request, response).catch((error: unknown) => {
      refused.push(String(error));
      sendJson(response, 400, { error: 'Invalid request body' });
    });
  });
  return { ...upstream, refused, answered };
}
