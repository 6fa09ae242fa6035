import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson, startUpstream, type Upstream } from './upstream.ts';

/**
 * A second service, written from how live ones answer and from nothing of src: requests flat, responses nested; lists
 * trimmed; no meta beyond what is needed; errors of many kinds. Its key is `live-key`.
 */
export const LIVE_KEY = 'live-key';

interface Record_ {
  id: string;
  [key: string]: unknown;
}

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Ids by which tests name what is there from the start. */
export const LIVE = {
  avatars: [id(901), id(902), id(903)],
  persona: id(1),
  tool: id(801),
  missing: id(999),
} as const;

const avatar = (avatarId: string): Record_ => ({
  id: avatarId,
  displayName: `Avatar ${avatarId.slice(-3)}`,
  variantName: 'desk',
  imageUrl: `https://pictures.example/${avatarId}.png`,
  videoUrl: null,
  availableVersions: ['cara-3', 'cara-4'],
  activeVersion: 'cara-4',
  displayTags: [],
  renderStyle: 'realistic',
  createdAt: '2026-01-01T00:00:00.000Z',
});

const persona = (n: number): Record_ => ({
  id: id(n),
  name: `Persona ${n}`,
  description: '',
  personaPreset: '',
  avatar: avatar(LIVE.avatars[n % 3] ?? ''),
  avatarModel: 'cara-4',
  voice: { id: id(700), displayName: 'Lucy', provider: 'CARTESIA' },
  llmId: '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
  brain: { personality: null, systemPrompt: `You are persona ${n}.` },
  tools: [{ id: LIVE.tool, name: 'lookup' }],
  skipGreeting: false,
  languageCode: 'inherit',
  voiceGenerationOptions: { speed: 1.1 },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
});

const SUMMARY = [
  'id',
  'name',
  'description',
  'personaPreset',
  'avatar',
  'voice',
  'createdAt',
  'updatedAt',
];

const summary = (full: Record_) => ({
  ...Object.fromEntries(SUMMARY.map((key) => [key, full[key]])),
  isDefaultPersona: false,
  languageCode: 'inherit',
});

const token = (claims: object) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ sessionId: 's', ...claims })}.signature`;
};

const body = async (request: IncomingMessage) =>
  JSON.parse(Buffer.concat(await request.toArray()).toString() || '{}');

/** How much of the page a list names: all of it, `page` instead of `currentPage`, nothing, or just the items. */
export type Paging = 'full' | 'alias' | 'none' | 'bare';

const listed = (paging: Paging, data: unknown[], page: number, perPage: number, total: number) => {
  if (paging === 'bare') return data;
  if (paging === 'none') return { data };
  if (paging === 'alias') return { data, meta: { total, page, perPage } };
  const lastPage = Math.ceil(total / perPage);
  const next = page < lastPage ? page + 1 : null;
  return { data, meta: { total, lastPage, currentPage: page, perPage, prev: null, next } };
};

/** Starts it for the running test, with 25 personas of 3 avatars and one tool. */
export async function startLiveUpstream(paging: Paging = 'full'): Promise<Upstream> {
  const personas = new Map(Array.from({ length: 25 }, (_, i) => [id(i + 1), persona(i + 1)]));
  const avatars = new Set<string>(LIVE.avatars);
  const tools = new Map<string, Record_>([
    [
      LIVE.tool,
      {
        id: LIVE.tool,
        name: 'lookup',
        description: 'Looks things up.',
        type: 'SERVER_WEBHOOK',
        config: { url: 'https://tools.example/lookup', method: 'GET', headers: {} },
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: null,
        usageCount: 3,
      },
    ],
  ]);
  const notFound = (response: ServerResponse, what: string) =>
    sendJson(response, 404, { error: 'Not found', message: `${what} does not exist.` });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://live');
    const { pathname, searchParams } = url;
    const [, , resource, itemId = ''] = pathname.split('/');
    if (request.headers.authorization !== `Bearer ${LIVE_KEY}`) {
      response.writeHead(401, { 'content-type': 'text/plain' }).end('Unauthorized');
      return;
    }
    const route = `${request.method} ${itemId ? `/${resource}/:id` : `/${resource}`}`;
    if (route === 'GET /personas') {
      const page = Number(searchParams.get('page') ?? 1);
      const perPage = Number(searchParams.get('perPage') ?? 10);
      const search = searchParams.get('search')?.toLowerCase() ?? '';
      const found = [...personas.values()].filter(({ name }) =>
        String(name).toLowerCase().includes(search),
      );
      if (found.length === 0) return notFound(response, 'No personas found: it');
      const items = found.slice((page - 1) * perPage, page * perPage).map(summary);
      return sendJson(response, 200, listed(paging, items, page, perPage, found.length));
    }
    if (route === 'GET /personas/:id') {
      const found = personas.get(itemId);
      return found ? sendJson(response, 200, found) : notFound(response, 'Persona');
    }
    if (route === 'POST /personas') {
      const { avatarId, voiceId, systemPrompt, ...rest } = await body(request);
      const created = {
        ...persona(0),
        ...rest,
        id: randomUUID(),
        avatar: avatarId ? avatar(avatarId) : null,
        voice: voiceId ? { id: voiceId } : null,
        brain: { systemPrompt: systemPrompt ?? null },
      };
      personas.set(created.id, created);
      return sendJson(response, 201, created);
    }
    if (route === 'GET /avatars/:id') {
      const known = avatars.has(itemId);
      return known ? sendJson(response, 200, avatar(itemId)) : notFound(response, 'Avatar');
    }
    if (route === 'POST /avatars') {
      const type = request.headers['content-type'] ?? '';
      const bytes = Buffer.concat(await request.toArray());
      const form = type.startsWith('multipart/')
        ? Object.fromEntries(
            await new Response(bytes, { headers: { 'content-type': type } }).formData(),
          )
        : JSON.parse(bytes.toString());
      const image = form.imageFile ?? form.imageUrl;
      const isTyped = !(image instanceof File) || /^image\//.test(image.type);
      if (!image || !isTyped) return sendJson(response, 422, { error: 'Invalid image format' });
      const created = { ...avatar(randomUUID()), displayName: form.displayName };
      avatars.add(created.id);
      return sendJson(response, 201, created);
    }
    const tool = tools.get(itemId);
    if (resource === 'tools' && !tool) return notFound(response, 'Tool');
    if (route === 'GET /tools/:id') return sendJson(response, 200, tool);
    if (route === 'PUT /tools/:id') {
      const changes = await body(request);
      if (changes.name === 'taken') {
        const details = [{ path: 'name', message: 'Name already used', code: 'custom' }];
        return sendJson(response, 400, {
          error: 'Validation error',
          details,
          summary: '1 problem',
        });
      }
      const changed: Record_ = { ...tool, ...changes, id: itemId };
      tools.set(itemId, changed);
      return sendJson(response, 200, changed);
    }
    if (route === 'DELETE /tools/:id') {
      tools.delete(itemId);
      return sendJson(response, 200, { message: 'Tool deleted' });
    }
    if (pathname === '/v1/auth/session-token') {
      const { personaConfig = {}, clientLabel } =
        request.method === 'POST' ? await body(request) : {};
      if (clientLabel === 'busy') {
        const limit = { error: 'Concurrent session limit reached', reason: 'concurrent_limit' };
        return sendJson(response, 429, limit, { 'retry-after': '30' });
      }
      const type = personaConfig.personaId
        ? 'stateful'
        : personaConfig.llmId
          ? 'ephemeral'
          : 'legacy';
      return sendJson(response, 200, {
        sessionToken: token({ accountId: 'a', type, personaConfig }),
      });
    }
    notFound(response, 'It');
  };
  return startUpstream((request, response) => void answer(request, response));
}
