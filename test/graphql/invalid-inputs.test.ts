import { expect, test } from 'vitest';
import { personas } from '../../src/avatar-service/seed/seed-data.ts';
import { ANSWER } from '../support/openapi.ts';
import { OPERATIONS } from '../support/operations.ts';
import { type Calls, start } from '../support/start.ts';
import { startUpstreamWithResponse } from '../support/upstream.ts';

const api = await start();

const MEGABYTE = 1024 ** 2;
const BIG = new Uint8Array(50 * MEGABYTE + 1);
const text = new File(['hello'], 'a.txt', { type: 'text/plain' });
const personaId = personas[0]?.id ?? '';
const inline = { avatarId: 'a', voiceId: 'v', llmId: 'l' };
/** What else a configuration has only without a personaId. */
const OWN = { name: 'n', avatarModel: 'a', systemPrompt: 's', skipGreeting: true, toolIds: ['t'] };
const webhook = { url: 'https://a.example', method: 'GET' };

/** An operation, what its input or its arguments have in addition, and the path of the only issue. */
type Row = readonly [operation: string, change: object, path: string, file?: File];

const ROWS: readonly Row[] = [
  ['CreatePersona', { name: '' }, 'name'],
  ['CreatePersona', { brainType: 'A', llmId: 'B' }, 'brainType'],
  ['CreatePersona', { avatarModel: '' }, 'avatarModel'],
  ['CreatePersona', { avatarModel: 'c'.repeat(101) }, 'avatarModel'],
  ['UpdatePersona', { languageCode: '' }, 'languageCode'],
  ['Voice', { id: 'x'.repeat(257) }, 'id'],
  ['Personas', { page: 0 }, 'page'],
  ['Personas', { perPage: 0 }, 'perPage'],
  ['PersonasConnection', { first: -1 }, 'first'],
  ['PersonasConnection', { first: 101 }, 'first'],
  ['PersonasConnection', { after: 'nonsense' }, 'after'],
  ['PersonasConnection', { after: btoa('["persona",-1,"p",null]') }, 'after'],
  ['CreateAvatar', { displayName: 'x'.repeat(51) }, 'displayName'],
  ['UpdateAvatar', { displayName: 'A' }, 'displayName'],
  ['CreateAvatar', {}, 'image.file', text],
  ['CreateAvatar', {}, 'image.file', new File(['GIF89a'], 'a.gif', { type: 'image/gif' })],
  ['CreateAvatar', {}, 'image.file', new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' })],
  [
    'CreateAvatar',
    {},
    'image.file',
    new File(['hello'], 'a', { type: 'application/octet-stream' }),
  ],
  ['CreateAvatar', { image: { url: 'not a URL' } }, 'image.url'],
  ['CreateAvatar', { image: { url: '//a.example/x.png' } }, 'image.url'],
  ['CreateAvatar', { image: { url: 'data:image/png,' } }, 'image.url'],
  ['Avatars', { tags: ['formal', ' '] }, 'tags.1'],
  ['AvatarsConnection', { tags: ['formal', 'formal,senior'] }, 'tags.1'],
  ['UpdateTool', { name: '' }, 'name'],
  ['UpdateTool', { name: 'x'.repeat(65) }, 'name'],
  ['UpdateTool', { description: '' }, 'description'],
  ['UpdateTool', { description: 'x'.repeat(1025) }, 'description'],
  ['CreateTool', { config: { awaitResult: 1 } }, 'config.awaitResult'],
  ['CreateTool', { type: 'SERVER_WEBHOOK', config: { ...webhook, url: 'ftp://x' } }, 'config.url'],
  ['CreateTool', { config: { apiKey: '[redacted]' } }, 'config.apiKey'],
  [
    'UpdateTool',
    { config: { ...webhook, headers: { authorization: '[redacted]' } } },
    'config.headers.authorization',
  ],
  [
    'CreateSessionToken',
    { personaConfig: { ...inline, systemPrompt: 'Key: [redacted]', name: '[redacted]' } },
    'personaConfig.name',
  ],
  ['CreateTool', { type: 'SERVER_RAG' }, 'config.documentFolderIds'],
  ['CreateVoice', { displayName: ' ' }, 'displayName'],
  ...['image/png', 'text/plain', 'audio/midi', ''].map(
    (type): Row => ['CreateVoice', {}, 'audio.file', new File(['x'], 'a', { type })],
  ),
  ['UpdateVoice', { country: 'gb' }, 'country'],
  [
    'CreateVoice',
    {},
    'audio.file',
    new File([BIG.subarray(0, 10 * MEGABYTE + 1)], 'a.wav', { type: 'audio/wav' }),
  ],
  ['CreateVoiceUpload', { fileSize: 52_428_801 }, 'fileSize'],
  ['CreateVoiceUpload', { contentType: 'text/plain' }, 'contentType'],
  ['CreateLlm', { urls: [{ url: 'llm.example' }] }, 'urls.0.url'],
  ['CreateLlm', { urls: [{ url: 'https://user:password@x' }] }, 'urls.0.url'],
  ['CreateLlm', { temperature: 3 }, 'temperature'],
  ['CreateLlm', { secret: '' }, 'secret'],
  ['CreateShareLink', { usageLimit: 0 }, 'usageLimit'],
  ['CreateShareLink', { expiresInHours: -1 }, 'expiresInHours'],
  ['CreateMeetingInvite', { regionPolicy: 'STRICT' }, 'region'],
  ['CreateMeetingInvite', { extra: { personaId: 'p' } }, 'extra.personaId'],
  [
    'CreateMeetingInvite',
    { personaId: null, personaConfig: { languageCode: 'en' } },
    'personaConfig',
  ],
  ['CreateMeetingInvite', { personaId: null }, 'personaId'],
  ['CreateMeetingInvite', { personaConfig: { name: 'Ada' } }, 'personaId'],
  ['CreateMeetingInvite', { sessionOptions: { videoWidth: 720 } }, 'sessionOptions.videoHeight'],
  ['UploadKnowledgeDocument', {}, 'file', new File(['x'], 'page.html')],
  ['UploadKnowledgeDocument', {}, 'file', new File([BIG], 'a.txt')],
  ['UploadKnowledgeDocument', { chunkSize: 99 }, 'chunkSize'],
  ['UploadKnowledgeDocument', { chunkSize: 300, chunkOverlap: 151 }, 'chunkOverlap'],
  ['SessionStatistics', { personaId: 'a/b' }, 'personaId'],
  ['CreateSessionToken', { personaConfig: {} }, 'personaConfig.personaId'],
  ['CreateSessionToken', { personaConfig: { languageCode: 'de' } }, 'personaConfig.personaId'],
  [
    'CreateSessionToken',
    { personaConfig: { llmId: 'a', brainType: 'b' } },
    'personaConfig.brainType',
  ],
  ...Object.entries({ ...inline, ...OWN, maxSessionLengthSeconds: 0 }).map(
    ([field, value]): Row => [
      'CreateSessionToken',
      { personaConfig: { personaId, [field]: value } },
      `personaConfig.${field}`,
    ],
  ),
  [
    'CreateSessionToken',
    { personaConfig: { voiceId: 'v' }, extra: { personaConfig: { toolIds: [], voiceId: null } } },
    'extra.personaConfig.voiceId',
  ],
  ['CreateSessionToken', { extra: { personaConfig: 'x' } }, 'extra.personaConfig'],
  [
    'CreateSessionToken',
    {
      personaConfig: { name: 'a', voiceGenerationOptions: { speed: 1 } },
      extra: { personaConfig: { voiceGenerationOptions: { speed: 1, style: 2 } } },
    },
    'extra.personaConfig.voiceGenerationOptions.speed',
  ],
  [
    'CreateSessionToken',
    { personaConfig: { voiceId: 'v' }, extra: { personaConfig: { voiceId: 'w' } } },
    'extra.personaConfig.voiceId',
  ],
  [
    'CreateSessionToken',
    { personaConfig: { voiceId: 'v' }, overrides: { name: 'x' } },
    'personaConfig.personaId',
  ],
  [
    'CreateSessionToken',
    {
      personaConfig: {
        ...inline,
        directorNotes: { presetStyle: 'WARM', customStylePrompt: 'Smile.' },
      },
    },
    'personaConfig.directorNotes.customStylePrompt',
  ],
  [
    'CreateSessionToken',
    { personaConfig: inline, sessionOptions: { videoWidth: 720 } },
    'sessionOptions.videoHeight',
  ],
  [
    'CreateSessionToken',
    {
      personaConfig: inline,
      sessionOptions: { egress: { mode: 'daily', daily: { roomUrl: 'rooms.example' } } },
    },
    'sessionOptions.egress.daily.roomUrl',
  ],
];

/** Runs an operation with a change of its usual variables. */
async function run({ runNamed }: Calls, [name, change, , file]: Row) {
  const operation = OPERATIONS.find((each) => each.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  const { input, ...others } = { input: undefined, ...operation.variables };
  const variables = input
    ? { ...others, input: { ...Object(input), ...change } }
    : { ...others, ...change };
  const [path = ''] = Object.keys(operation.files ?? {});
  // A URL in place of the file is sent without a form.
  const isForm = operation.files && !JSON.stringify(variables).includes('"url"');
  return runNamed(name, {
    variables,
    ...(isForm && { files: file ? { [path]: file } : operation.files }),
  });
}

test.each(ROWS.map((row) => [row[0], row[1], row[2], row] as const))(
  '%s with %j is BAD_USER_INPUT at %s, without an upstream call',
  async (name, _, path, row) => {
    const { errors } = await run(api, row);
    const isInput = name.startsWith('Create') || name.startsWith('Up');
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(errors?.[0]?.extensions.issues?.map((issue) => issue.path.join('.'))).toStrictEqual([
      isInput ? `input.${path}` : path,
    ]);
    expect(api.upstream.calls).toStrictEqual([]);
  },
);

test('all invalid arguments are reported at once', async () => {
  const { errors } = await api.run('{ personas(page: 0, perPage: 101) { total } }');
  const paths = errors?.[0]?.extensions.issues?.map(({ path }) => path);
  expect(paths).toStrictEqual([['page'], ['perPage']]);
});

test.each<[operation: string, change: object]>([
  ['CreatePersona', { avatarModel: 'c'.repeat(100) }],
  ['Personas', { perPage: 100 }],
  ['CreateAvatar', { displayName: 'x'.repeat(3) }],
  ['CreateAvatar', { displayName: 'x'.repeat(50) }],
  ['UpdateTool', { name: 'x'.repeat(64), description: 'x'.repeat(1024) }],
  ['CreateVoiceUpload', { fileSize: 52_428_800 }],
  ['CreateLlm', { temperature: 2 }],
  ['UploadKnowledgeDocument', { chunkSize: 100, chunkOverlap: 50 }],
  ...['...', 'a..b', 'gpt-4.1:mini', 'Ada Lovelace', 'a+b=c;d@e', 'ä🙂', 'x'.repeat(256)].map(
    (id): [string, object] => ['Voice', { id }],
  ),
])('%s with %j is accepted', async (name, change) => {
  const upstream = await startUpstreamWithResponse(200, ANSWER);
  const { errors } = await run(await start({ upstream, extensions: 'all' }), [name, change, '']);
  expect(errors).toBeUndefined();
  expect(upstream.calls).not.toStrictEqual([]);
});
