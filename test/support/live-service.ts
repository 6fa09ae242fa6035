import {
  createAnswer,
  type FakeRecord,
  type FakeService,
  fakeService,
  readBody,
  sendJson,
} from './fake-service.ts';
import { type StartOptions, start } from './start.ts';

/**
 * The key of the live service: a second service, written from recorded responses and not from src. Requests are flat
 * and responses nested, lists have trimmed personas, and errors and deletions have other forms.
 */
export const LIVE_KEY = 'live-key';

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Ids of the initial records. */
export const LIVE = {
  avatars: [idOf(901), idOf(902), idOf(903)],
  persona: idOf(1),
  tool: idOf(801),
  voices: [idOf(700), idOf(701), idOf(702)],
  llm: idOf(600),
  defaultLlm: '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
  missing: idOf(999),
} as const;

const CREATED = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: null };

const liveAvatar = (id: string): FakeRecord => ({
  id,
  displayName: `Avatar ${id.slice(-3)}`,
  variantName: 'desk',
  imageUrl: `https://pictures.example/${id}.png`,
  landscapeImageUrl: `https://pictures.example/${id}-wide.png`,
  portraitImageUrl: null,
  videoUrl: `https://videos.example/${id}.mp4?signature=s`,
  idleVideoUrl: null,
  availableVersions: ['cara-3', 'cara-4'],
  activeVersion: 'cara-4',
  displayTags: [],
  renderStyle: 'realistic',
  ...CREATED,
});

const liveVoice = (id: string): FakeRecord => ({
  id,
  displayName: `Voice ${id.slice(-3)}`,
  provider: 'CARTESIA',
  providerVoiceId: `cartesia-${id.slice(-3)}`,
  sampleUrl: null,
  previewSampleUrl: `https://samples.example/${id}.mp3`,
  gender: 'FEMALE',
  country: 'GB',
  displayTags: [],
  createdByOrganizationId: null,
  ...CREATED,
});

const LIVE_TOOL = {
  id: LIVE.tool,
  name: 'lookup',
  description: 'Looks things up.',
  type: 'SERVER_WEBHOOK',
  config: { url: 'https://tools.example/lookup', method: 'GET', headers: {} },
  usageCount: 3,
  ...CREATED,
};

const liveLlm = (id: string, fields: object): FakeRecord => ({
  id,
  description: null,
  llmFormat: 'openai',
  urls: [{ url: 'https://llm.example/v1', region: 'eu' }],
  modelName: 'some-model',
  metadata: {},
  isDefault: false,
  isGlobal: false,
  ...CREATED,
  ...fields,
});

/** Creates a complete persona, with trimmed tools. */
export const livePersona = (n: number): FakeRecord => ({
  id: idOf(n),
  name: `Persona ${n}`,
  description: '',
  personaPreset: '',
  avatar: liveAvatar(LIVE.avatars[n % 3] ?? ''),
  avatarModel: 'cara-4',
  voice: liveVoice(LIVE.voices[0]),
  voiceSpeed: null,
  llmId: LIVE.defaultLlm,
  brain: { personality: null, systemPrompt: `You are persona ${n}.` },
  tools: [{ id: LIVE.tool, name: 'lookup' }],
  knowledge: [],
  shareLinks: [],
  primaryShareLink: null,
  enableAudioPassthrough: false,
  skipGreeting: false,
  zeroDataRetention: false,
  languageCode: 'inherit',
  voiceDetectionOptions: null,
  voiceGenerationOptions: { speed: 1.1 },
  widgetConfig: {},
  ...CREATED,
});

const LISTED = new Set(
  'id name description personaPreset avatar voice languageCode createdAt'.split(' '),
);

/** Returns the fields of a nested persona that a flat body sets. */
const nest = ({ avatarId, voiceId, systemPrompt, toolIds, ...rest }: Partial<FakeRecord>) => ({
  ...rest,
  ...(avatarId !== undefined && { avatar: avatarId && liveAvatar(String(avatarId)) }),
  ...(voiceId !== undefined && { voice: voiceId && liveVoice(String(voiceId)) }),
  ...(systemPrompt !== undefined && { brain: { personality: null, systemPrompt } }),
  ...(Array.isArray(toolIds) && { tools: toolIds.map((id) => ({ id, name: 'lookup' })) }),
});

const createToken = (claims: object) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ sessionId: 's', ...claims })}.signature`;
};

/** Starts the live service for the running test, with five personas. */
export async function startLiveService(): Promise<FakeService & { readonly key: string }> {
  const answer = createAnswer({
    resources: {
      personas: {
        records: [1, 2, 3, 4, 5].map(livePersona),
        accept: nest,
        summarize: (persona) =>
          Object.fromEntries(Object.entries(persona).filter(([key]) => LISTED.has(key))),
      },
      avatars: {
        records: LIVE.avatars.map(liveAvatar),
        accept: ({ displayName, avatarModel = 'cara-4' }) => ({
          ...liveAvatar(LIVE.missing),
          displayName,
          activeVersion: avatarModel,
        }),
      },
      tools: { records: [LIVE_TOOL] },
      voices: {
        records: LIVE.voices.map(liveVoice),
        accept: ({ name, displayName = name, description = null }) => ({
          ...liveVoice(LIVE.missing),
          displayName,
          description,
        }),
      },
      llms: {
        records: [
          liveLlm(LIVE.llm, { displayName: 'House model' }),
          liveLlm(LIVE.defaultLlm, { displayName: 'Default model', isGlobal: true }),
        ],
        accept: ({ secret, ...shown }) => shown,
      },
      sessions: { records: [{ id: idOf(2001), personaId: LIVE.persona }] },
    },
    overrides: {
      'POST /v1/auth/session-token': async (request, response) => {
        const { personaConfig } = (await readBody(request)) ?? {};
        const { personaId, llmId } = personaConfig ?? {};
        const type = personaId ? 'stateful' : llmId ? 'ephemeral' : 'legacy';
        sendJson(response, 200, { sessionToken: createToken({ type, personaConfig }) });
      },
    },
  });
  const service = await fakeService((request, response) =>
    request.headers.authorization === `Bearer ${LIVE_KEY}`
      ? answer(request, response, '')
      : response.writeHead(401, { 'content-type': 'text/plain' }).end('Unauthorized'),
  );
  return { ...service, key: LIVE_KEY };
}

/** Starts the API in front of the live service. */
export const startLive = async (extensions: StartOptions['extensions'] = 'all') =>
  start({ upstream: await startLiveService(), ...(extensions && { extensions }) });
