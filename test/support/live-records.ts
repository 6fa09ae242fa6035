/** A record of a live service. */
export interface LiveRecord {
  id: string;
  [key: string]: unknown;
}

/** Creates the id with a number. */
export const liveId = (n: number): string =>
  `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Ids of the initial records. */
export const LIVE = {
  avatars: [liveId(901), liveId(902), liveId(903)],
  persona: liveId(1),
  tool: liveId(801),
  systemTool: liveId(802),
  voices: [liveId(700), liveId(701), liveId(702)],
  llm: liveId(600),
  defaultLlm: '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
  missing: liveId(999),
} as const;

/** Creates an avatar, which is complete in every response. */
export const liveAvatar = (avatarId: string): LiveRecord => ({
  id: avatarId,
  displayName: `Avatar ${avatarId.slice(-3)}`,
  variantName: 'desk',
  imageUrl: `https://pictures.example/${avatarId}.png`,
  landscapeImageUrl: `https://pictures.example/${avatarId}-wide.png`,
  portraitImageUrl: null,
  videoUrl: `https://videos.example/${avatarId}.mp4?signature=s`,
  idleVideoUrl: null,
  availableVersions: ['cara-3', 'cara-4'],
  activeVersion: 'cara-4',
  displayTags: [],
  renderStyle: 'realistic',
  createdAt: '2026-01-01T00:00:00.000Z',
});

const VOICE_NAMES = ['Lucy', 'Amir', 'Noor'];

/** Creates a voice, which is complete in every response. */
export const liveVoice = (voiceId: string): LiveRecord => ({
  id: voiceId,
  displayName: VOICE_NAMES[Number(voiceId.slice(-1))] ?? 'Someone',
  provider: 'CARTESIA',
  providerVoiceId: `cartesia-${voiceId.slice(-3)}`,
  sampleUrl: null,
  previewSampleUrl: `https://samples.example/${voiceId}.mp3`,
  gender: 'FEMALE',
  country: 'GB',
  displayTags: [],
  isZdr: false,
  createdByOrganizationId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
});

/** Creates a tool of the list. Personas embed trimmed tools. */
export const liveTool = (toolId: string, fields: object): LiveRecord => ({
  id: toolId,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: null,
  usageCount: 0,
  ...fields,
});

/** Creates the initial tools. */
export const liveTools = (): LiveRecord[] => [
  liveTool(LIVE.tool, {
    name: 'lookup',
    description: 'Looks things up.',
    type: 'SERVER_WEBHOOK',
    config: { url: 'https://tools.example/lookup', method: 'GET', headers: {} },
    usageCount: 3,
  }),
  liveTool(LIVE.systemTool, {
    name: 'end_call',
    description: 'Ends the call.',
    type: 'SYSTEM',
    config: { action: 'end_call' },
  }),
];

/** Creates an LLM without its secret. */
export const liveLlm = (llmId: string, fields: object): LiveRecord => ({
  id: llmId,
  displayName: 'An LLM',
  description: null,
  llmFormat: 'openai',
  urls: [{ url: 'https://llm.example/v1', region: 'eu' }],
  modelName: 'some-model',
  metadata: {},
  displayTags: [],
  isDefault: false,
  isGlobal: false,
  isZdr: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: null,
  ...fields,
});

/** Creates a complete persona. */
export const livePersona = (n: number): LiveRecord => ({
  id: liveId(n),
  name: `Persona ${n}`,
  description: '',
  personaPreset: '',
  avatar: liveAvatar(LIVE.avatars[n % 3] ?? ''),
  avatarModel: 'cara-4',
  voice: liveVoice(liveId(700)),
  voiceSpeed: null,
  llmId: '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
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

/** Creates a persona of a list. */
export const liveSummary = (full: LiveRecord) => ({
  ...Object.fromEntries(SUMMARY.map((key) => [key, full[key]])),
  isDefaultPersona: false,
  languageCode: 'inherit',
});
