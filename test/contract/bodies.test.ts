import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { AvatarsQuery, CreateAvatar, CreateAvatarFromUrl } from '../../src/contract/avatar.ts';
import { CreateLlm, LlmsQuery, UpdateLlm } from '../../src/contract/llm.ts';
import { CreatePersona, PersonasQuery, UpdatePersona } from '../../src/contract/persona.ts';
import { IdParams } from '../../src/contract/record.ts';
import { CreateSessionToken } from '../../src/contract/session-token.ts';
import { CreateTool, UpdateTool } from '../../src/contract/tool.ts';
import { CreateVoice, UpdateVoice } from '../../src/contract/voice.ts';

/** Returns the paths of the issues of a value: with dots, unique and sorted. */
const findIssuePaths = (schema: z.ZodType, value: unknown): string[] => {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return [...new Set(issues.map(({ path }) => path.join('.')))].sort();
};

// @assumed throughout: what the specification does not show.

const image = (size: number, type = 'image/png') =>
  new File([new Uint8Array(size)], 'portrait.png', { type });
const audio = (type: string) => new File(['x'], 'a', { type });

const imageUrl = 'https://images.example/portrait.png';
const parameters = {
  type: 'object',
  properties: {
    city: { type: ['string', 'null'], enum: [1], vendorKeyword: { type: 'own' } },
    type: { type: 'array', items: { $ref: '#/$defs/day' }, prefixItems: [true] },
  },
  required: ['city', 'missing'],
  additionalProperties: false,
  $defs: { day: { anyOf: [{ format: 'date' }, { not: {} }] } },
};

/** The fields of the table "Persona" of the specification. */
const persona = {
  name: 'Mara',
  avatarId: '071b0286-4cce-4808-bee2-e642f1062de3',
  avatarModel: 'cara-3',
  voiceId: 'de23e340-1416-4dd8-977d-065a7ca11697',
  llmId: 'CUSTOMER_CLIENT_V1',
  systemPrompt: 'You are Mara.',
  skipGreeting: true,
};

/** What "Session configuration" adds to them. */
const session = {
  maxSessionLengthSeconds: 600,
  languageCode: 'de',
  voiceDetectionOptions: {
    endOfSpeechSensitivity: 0.5,
    silenceBeforeSkipTurnSeconds: 5,
    silenceBeforeSessionEndSeconds: 60.5,
    silenceBeforeAutoEndTurnSeconds: 5,
    speechEnhancementLevel: 0.8,
  },
  voiceGenerationOptions: { stability: 0.5, similarityBoost: 0.75, speed: 1 },
};

/** A complete body of each schema. */
const BODIES = [
  ['CreatePersona', CreatePersona, { ...persona, description: 'Greets.', toolIds: ['t'] }],
  ['UpdatePersona', UpdatePersona, { ...persona, initialMessage: null, toolIds: ['t'] }],
  ['PersonasQuery', PersonasQuery, { page: 1_000_000, perPage: 100, search: '' }],
  ['CreateAvatar', CreateAvatar, { displayName: 'Ada', imageFile: image(8) }],
  ['CreateAvatarFromUrl', CreateAvatarFromUrl, { displayName: 'Ada', imageUrl }],
  ['AvatarsQuery', AvatarsQuery, { tags: 'a,b', onlyOneShot: true }],
  ['LlmsQuery', LlmsQuery, { includeDefaults: true }],
  [
    'CreateLlm',
    CreateLlm,
    {
      displayName: 'Mine',
      llmFormat: 'openai',
      urls: [{ url: 'https://llm.example.com/v1' }],
      modelName: 'm',
      secret: 's',
    },
  ],
  ['CreateVoice', CreateVoice, { name: 'Mine', language: 'en', audioFile: audio('audio/wav') }],
  ['UpdateVoice', UpdateVoice, { description: null, gender: null, country: null }],
  [
    'CreateTool',
    CreateTool,
    { name: 'lookup', description: 'Looks.', type: 'CLIENT', config: { parameters } },
  ],
  ['UpdateTool', UpdateTool, { name: 'lookup', config: { parameters }, folder: null }],
  [
    'CreateSessionToken',
    CreateSessionToken,
    {
      clientLabel: 'kiosk',
      personaConfig: { ...persona, ...session },
      sessionOptions: { sessionReplay: { enableSessionReplay: false } },
      environment: {},
    },
  ],
  ['IdParams', IdParams, { id: 'V1StGXR8_Z5jdHi6B-myT' }],
] as const;

type Name = (typeof BODIES)[number][0];

const find = (name: Name) => {
  const [, schema, body] = BODIES.find(([each]) => each === name) ?? BODIES[0];
  return { schema, body };
};

describe.each(BODIES)('%s', (name, schema, body) => {
  test('accepts a complete body unchanged', () => {
    expect(schema.parse(body)).toStrictEqual(body);
  });

  test.each(Object.keys(body).filter((key) => !['folder', 'environment'].includes(key)))(
    'reports a %s of the wrong type at its path',
    (field) => {
      expect(findIssuePaths(schema, { ...body, [field]: 7n })).toContain(field);
    },
  );

  const isClosed = ['CreatePersona', 'CreateAvatar', 'CreateAvatarFromUrl', 'CreateLlm'].includes(
    name,
  );
  test.runIf(isClosed)('rejects an unknown field', () => {
    expect(schema.safeParse({ ...body, newer: 1 }).success).toBe(false);
  });
});

test.each<[Name, string[]]>([
  ['CreatePersona', []],
  ['CreateAvatarFromUrl', ['displayName', 'imageUrl']],
  ['CreateLlm', ['displayName', 'llmFormat', 'modelName', 'secret', 'urls']],
  ['UpdatePersona', []],
  ['UpdateTool', []],
  ['UpdateVoice', []],
  ['CreateSessionToken', ['personaConfig']],
])('%s requires %j', (name, required) => {
  expect(findIssuePaths(find(name).schema, {}).sort()).toStrictEqual(required);
});

/** Values of a field that are accepted, in an otherwise complete body. */
test.each<[Name, string, readonly unknown[]]>([
  ['CreatePersona', 'avatarModel', ['cara-2', 'cara-4-latest', null]],
  ['CreateAvatar', 'displayName', ['x'.repeat(3), 'x'.repeat(50)]],
  [
    'CreateAvatar',
    'imageFile',
    [image(10_485_760), image(8, 'image/jpeg'), image(8, 'image/webp')],
  ],
  [
    'CreateVoice',
    'audioFile',
    ['audio/x-wav', 'audio/mpeg', 'audio/ogg', 'video/webm', 'audio/x-m4a'].map(audio),
  ],
  ['UpdateTool', 'config', [{ parameters: {} }, { parameters: { type: ['object', 'null'] } }]],
  [
    'IdParams',
    'id',
    ['...', 'a..b', 'gpt-4.1:mini', 'Ada Lovelace', 'a+b=c;d@e', 'ä🙂', 'x'.repeat(256)],
  ],
  [
    'CreateSessionToken',
    'personaConfig',
    [
      ...Object.entries(persona).map(([name, value]) => ({ [name]: value })),
      { brainType: 'SERVICE_LLAMA_v3_3_70B_V1' },
      { personaId: 'p', ...session },
      { name: 'Mara', toolIds: ['t'], voiceGenerationOptions: { style: 1, speed: 99 } },
      { name: 'Mara', voiceDetectionOptions: {}, avatarModel: 'cara-4-latest' },
    ],
  ],
])('%s can have the %s %j', (name, field, values) => {
  const { schema, body } = find(name);
  for (const value of values)
    expect(schema.parse({ ...body, [field]: value })).toStrictEqual({ ...body, [field]: value });
});

type Rejected = readonly [name: Name, path: string, values: readonly unknown[]];

/** Values of a field that have one issue, at this path. */
const REJECTED: readonly Rejected[] = [
  ['CreatePersona', 'avatarModel', ['', 'c'.repeat(101)]],
  ['CreatePersona', 'brainType', ['CUSTOMER_CLIENT_V1']],
  ['CreatePersona', 'name', [null]],
  ['UpdatePersona', 'toolIds', [null]],
  ['UpdatePersona', 'languageCode', ['']],
  ['PersonasQuery', 'page', [0, -1, 1.5, '1', null]],
  ['PersonasQuery', 'perPage', [0, 101, 99.5, '10']],
  ['CreateAvatar', 'displayName', [undefined, 'ab', 'x'.repeat(51)]],
  ['CreateAvatar', 'imageFile', [image(10_485_761)]],
  ['CreateAvatar', 'imageFile', ['gif', 'svg+xml'].map((type) => image(8, `image/${type}`))],
  ['CreateAvatarFromUrl', 'displayName', ['ab', 'x'.repeat(51)]],
  ['CreateAvatarFromUrl', 'imageUrl', ['portrait.png', '//a.example/a.png', 'data:image/png,', '']],
  ['CreateAvatarFromUrl', 'imageUrl', ['ftp://a.example/a.png', 'file:///etc/passwd', null]],
  ['AvatarsQuery', 'onlyOneShot', ['true']],
  ['CreateLlm', 'urls.0.url', [[{ url: '' }], [{ url: 'llm.example' }], [{ url: 'ftp://a.b' }]]],
  ['CreateLlm', 'urls.0.url', [[{ url: 'https://user:key@llm.example.com' }]]],
  ['CreateVoice', 'audioFile', ['text/plain', 'image/png', 'audio/midi', ''].map(audio)],
  ['UpdateVoice', 'displayName', [null]],
  ['UpdateVoice', 'country', ['gb']],
  ['CreateTool', 'name', ['', 'x'.repeat(65), null]],
  ['CreateTool', 'description', ['', 'x'.repeat(1025)]],
  ['UpdateTool', 'name', ['', 'x'.repeat(65), null]],
  ['CreateTool', 'config.awaitResult', [{ awaitResult: 1 }]],
  ['UpdateTool', 'disableInterruptions', [1]],
  [
    'IdParams',
    'id',
    ['', '.', '..', 'x'.repeat(257), 'a\ud800', 'a/b', '..\\a', '%2e%2e', 'a%2fb'],
  ],
  ['IdParams', 'id', ['a?hard=true', 'a#b', 'a\0', 'a\r\nb', 'a\x85']],
  ['CreateSessionToken', 'sessionOptions.sessionReplay', [{ sessionReplay: true }]],
  ['CreateSessionToken', 'personaConfig.personaId', [{}, { languageCode: 'de' }]],
  ['CreateSessionToken', 'personaConfig.brainType', [{ llmId: 'a', brainType: 'b' }]],
  ...Object.entries(persona).map(
    ([field, value]): Rejected => [
      'CreateSessionToken',
      `personaConfig.${field}`,
      [
        { personaId: 'p', [field]: value },
        { ...persona, ...session, [field]: null },
        { ...persona, ...session, [field]: 7 },
      ],
    ],
  ),
  [
    'CreateSessionToken',
    'personaConfig.maxSessionLengthSeconds',
    [0, -1, '600'].map((maxSessionLengthSeconds) => ({ name: 'a', maxSessionLengthSeconds })),
  ],
  ...Object.entries({ ...session.voiceGenerationOptions }).map(
    ([option]): Rejected => [
      'CreateSessionToken',
      `personaConfig.voiceGenerationOptions.${option}`,
      [{ name: 'a', voiceGenerationOptions: { [option]: '0.5' } }],
    ],
  ),
];

test.each(REJECTED)('%s has one issue, at %s: %j', (name, path, values) => {
  const { schema, body } = find(name);
  const [field = ''] = path.split('.');
  for (const value of values)
    expect(findIssuePaths(schema, { ...body, [field]: value })).toStrictEqual([path]);
});

test('an avatar has exactly one of an image file and an image URL', () => {
  expect(findIssuePaths(CreateAvatar, { displayName: 'Ada' })).toStrictEqual(['']);
  const both = { displayName: 'Ada', imageFile: image(8), imageUrl };
  expect(findIssuePaths(CreateAvatar, both)).toStrictEqual(['']);
  expect(CreateAvatar.parse({ displayName: 'Ada', imageUrl })).toStrictEqual({
    displayName: 'Ada',
    imageUrl,
  });
});

test('unknown fields of an LLM are rejected, so that no response shows an API key sent in one', () => {
  expect(UpdateLlm.safeParse({ apiKey: 's' }).success).toBe(false);
});

test('brainType is no field of an update', () => {
  expect(UpdatePersona.safeParse({ brainType: 'x' }).success).toBe(false);
});

test('the config of a new webhook must have what it calls', () => {
  const { body } = find('CreateTool');
  const issues = findIssuePaths(CreateTool, { ...body, type: 'SERVER_WEBHOOK', config: {} });
  expect(issues).toStrictEqual(['config.method', 'config.url']);
});

test.each<[object, string, string]>([
  [{ type: 'string' }, 'type', 'must be object.'],
  [
    { properties: { a: { type: 'text' } } },
    'properties.a.type',
    'must be one of object, array, string, number, integer, boolean, null.',
  ],
  [{ properties: [] }, 'properties', 'must be an object of JSON Schemas.'],
  [{ properties: { a: 1 } }, 'properties.a', 'must be a JSON Schema.'],
  [{ anyOf: {} }, 'anyOf', 'must be a list of JSON Schemas.'],
  [
    { $defs: { a: { items: [{ allOf: [null] }] } } },
    '$defs.a.items.0.allOf.0',
    'must be a JSON Schema.',
  ],
  [{ required: 'a' }, 'required', 'must be a list of names.'],
])('the parameters %j are rejected at %s: %s', (parameters, place, message) => {
  const webhook = { url: 'https://a.example', method: 'POST', parameters };
  const tool = { name: 'a', description: 'b', type: 'SERVER_WEBHOOK', config: webhook };
  for (const { error } of [
    UpdateTool.safeParse({ config: { parameters } }),
    CreateTool.safeParse(tool),
  ]) {
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toStrictEqual([
      [`config.parameters.${place}`, `${place} ${message}`],
    ]);
  }
});
