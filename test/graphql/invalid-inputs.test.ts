import { expect, test } from 'vitest';
import { fakeService, reply } from '../support/fake-service.ts';
import { ANSWER } from '../support/openapi.ts';
import { OPERATIONS } from '../support/operations.ts';
import { type Calls, start } from '../support/start.ts';
import { readTable } from '../support/tables.ts';

const api = await start();

const MEGABYTE = 1024 ** 2;
const BIG = new Uint8Array(50 * MEGABYTE + 1);

/** Files by what they are. */
const FILES: Readonly<Record<string, File>> = {
  text: new File(['hello'], 'a.txt', { type: 'text/plain' }),
  'a GIF': new File(['GIF89a'], 'a.gif', { type: 'image/gif' }),
  'an SVG': new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }),
  'an image without bytes of one': new File(['x'], 'a', { type: 'image/png' }),
  'of an unknown type': new File(['hello'], 'a', { type: 'application/octet-stream' }),
  MIDI: new File(['x'], 'a', { type: 'audio/midi' }),
  'a recording of 10 MB': new File([BIG.subarray(0, 10 * MEGABYTE + 1)], 'a.wav', {
    type: 'audio/wav',
  }),
  HTML: new File(['x'], 'page.html'),
  'a text of 50 MB': new File([BIG], 'a.txt'),
};

/** An operation, what its input or its arguments have in addition, the path of the only issue, and a file. */
type Row = readonly [operation: string, change: object, path: string, file?: string | undefined];

/** Reads rows. "x*51" is a text of 51 letters. */
const readRows = (table: string): Row[] =>
  readTable(table).map(([operation = '', change = '', path = '', file]) => {
    const read = (_: string, value: unknown) =>
      typeof value === 'string'
        ? value.replace(/^(.)\*(\d+)$/, (_, letter, count) => letter.repeat(count))
        : value;
    return [operation, JSON.parse(change, read), path, file] as const;
  });

const ROWS = readRows(`
  CreatePersona | {"name": ""} | name
  CreatePersona | {"brainType": "A", "llmId": "B"} | brainType
  CreatePersona | {"avatarModel": ""} | avatarModel
  CreatePersona | {"avatarModel": "c*101"} | avatarModel
  UpdatePersona | {"languageCode": ""} | languageCode
  Voice | {"id": "x*257"} | id
  Personas | {"page": 0} | page
  Personas | {"first": -1} | first
  Personas | {"first": 101} | first
  Personas | {"after": "nonsense"} | after
  Personas | {"after": "${btoa('["persona",-1,"p"]')}"} | after
  Personas | {"after": "${btoa('["persona",1,"p"]')}", "page": 1} | page
  CreateAvatar | {"displayName": "x*51"} | displayName
  UpdateAvatar | {"displayName": "A"} | displayName
  CreateAvatar | {} | image.file | text
  CreateAvatar | {} | image.file | a GIF
  CreateAvatar | {} | image.file | an SVG
  CreateAvatar | {} | image.file | of an unknown type
  CreateAvatar | {"image": {"url": "not a URL"}} | image.url
  CreateAvatar | {"image": {"url": "//a.example/x.png"}} | image.url
  CreateAvatar | {"image": {"url": "data:image/png,"}} | image.url
  Avatars | {"tags": ["formal", " "]} | tags.1
  Tools | {"search": "x*257"} | search
  Avatars | {"tags": ["x*65"]} | tags.0
  Avatars | {"tags": ${JSON.stringify(Array.from('abcdefghijklmnopqrstu'))}} | tags
  SessionStatistics | {"clientLabel": "x*257"} | clientLabel
  Avatars | {"tags": ["formal", "formal,senior"]} | tags.1
  UpdateTool | {"name": ""} | name
  UpdateTool | {"name": "x*65"} | name
  UpdateTool | {"description": ""} | description
  UpdateTool | {"description": "x*1025"} | description
  CreateTool | {"config": {"client": {"awaitResult": 1}}} | config.client.awaitResult
  CreateTool | {"config": {}} | config
  CreateTool | {"config": {"client": {}, "system": {"action": "END_CALL"}}} | config
  CreateTool | {"config": {"client": {"extra": {"awaitResult": true}}}} | config.client.extra.awaitResult
  CreateTool | {"config": {"webhook": {"method": "GET", "url": "ftp://x"}}} | config.webhook.url
  CreateTool | {"config": {"client": {"extra": {"apiKey": "[redacted]"}}}} | config.client.extra.apiKey
  CreateTool | {"config": {"knowledge": {}}} | config.knowledge.knowledgeGroupIds
  CreateSessionToken | {"personaConfig": {"systemPrompt": "Key: [redacted]", "name": "[redacted]"}} | personaConfig.name
  CreateVoice | {"displayName": " "} | displayName
  CreateVoice | {} | audio.file | an image without bytes of one
  CreateVoice | {} | audio.file | text
  CreateVoice | {} | audio.file | MIDI
  CreateVoice | {} | audio.file | HTML
  CreateVoice | {} | audio.file | a recording of 10 MB
  UpdateVoice | {"country": "gb"} | country
  CreateVoiceUpload | {"fileSize": 52428801} | fileSize
  CreateVoiceUpload | {"contentType": "text/plain"} | contentType
  CreateLlm | {"urls": [{"url": "llm.example"}]} | urls.0.url
  CreateLlm | {"urls": [{"url": "https://user:password@x"}]} | urls.0.url
  CreateLlm | {"temperature": 3} | temperature
  CreateLlm | {"secret": ""} | secret
  CreateShareLink | {"usageLimit": 0} | usageLimit
  CreateShareLink | {"expiresInHours": -1} | expiresInHours
  CreateMeetingInvite | {"regionPolicy": "STRICT"} | region
  CreateMeetingInvite | {"extra": {"personaId": "p"}} | extra.personaId
  CreateMeetingInvite | {"personaId": null, "personaConfig": {"languageCode": "en"}} | personaConfig
  CreateMeetingInvite | {"personaId": null} | personaId
  CreateMeetingInvite | {"personaConfig": {"name": "Ada"}} | personaId
  CreateMeetingInvite | {"sessionOptions": {"videoWidth": 720}} | sessionOptions.videoHeight
  CreateKnowledgeDocument | {} | file | HTML
  CreateKnowledgeDocument | {} | file | a text of 50 MB
  CreateKnowledgeDocument | {"chunkSize": 99} | chunkSize
  CreateKnowledgeDocument | {"chunkSize": 300, "chunkOverlap": 151} | chunkOverlap
  SessionStatistics | {"personaId": "a/b"} | personaId
  CreateSessionToken | {"personaConfig": {}} | personaConfig.personaId
  CreateSessionToken | {"personaConfig": {"languageCode": "de"}} | personaConfig.personaId
  CreateSessionToken | {"personaConfig": {"llmId": "a", "brainType": "b"}} | personaConfig.brainType
  CreateSessionToken | {"personaConfig": {"personaId": "p", "maxSessionLengthSeconds": 0}} | personaConfig.maxSessionLengthSeconds
  CreateSessionToken | {"personaConfig": {"name": "a", "extra": {"mood": 1, "name": null}}} | personaConfig.extra.name
  CreateSessionToken | {"personaConfig": {"name": "a", "extra": {"personaId": "p"}}} | personaConfig.extra.personaId
  CreateSessionToken | {"sessionOptions": {"extra": {"videoWidth": 7}}} | sessionOptions.extra.videoWidth
  CreateSessionToken | {"extra": {"sessionOptions": {}}} | extra.sessionOptions
  CreateSessionToken | {"extra": {"personaConfig": "x"}} | extra.personaConfig
  CreateSessionToken | {"personaConfig": {"voiceId": "v"}, "overrides": {"name": "x"}} | personaConfig.personaId
  CreateSessionToken | {"personaConfig": {"name": "a", "directorNotes": {"presetStyle": "WARM", "customStylePrompt": "Smile."}}} | personaConfig.directorNotes.customStylePrompt
  CreateSessionToken | {"sessionOptions": {"videoWidth": 720}} | sessionOptions.videoHeight
  CreateSessionToken | {"sessionOptions": {"egress": {"mode": "daily", "daily": {"roomUrl": "rooms.example"}}}} | sessionOptions.egress.daily.roomUrl
`);

/** A value of each setting that a configuration has only without a personaId. */
const INLINE = { avatarId: 'a', voiceId: 'v', llmId: 'l', name: 'n', avatarModel: 'a' };
const MORE_INLINE = { systemPrompt: 's', skipGreeting: true, toolIds: ['t'] };

const INLINE_ROWS = Object.entries({ ...INLINE, ...MORE_INLINE }).map(
  ([field, value]): Row => [
    'CreateSessionToken',
    { personaConfig: { personaId: 'p', [field]: value } },
    `personaConfig.${field}`,
  ],
);

/** Runs an operation with a change of its usual variables. */
async function run({ runNamed }: Calls, [name, change, , file]: Row) {
  const operation = OPERATIONS.find((each) => each.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  const { input, ...others } = { input: undefined, ...operation.variables };
  const variables = input
    ? { ...others, input: { ...Object(input), ...change } }
    : { ...others, ...change };
  const [path = ''] = Object.keys(operation.files ?? {});
  const given = file === undefined ? undefined : FILES[file];
  // A URL in place of the file is sent without a form.
  const isForm = operation.files && !JSON.stringify(variables).includes('"url"');
  return runNamed(name, {
    variables,
    ...(isForm && { files: given ? { [path]: given } : operation.files }),
  });
}

test.each([...ROWS, ...INLINE_ROWS].map((row) => [row[0], row[1], row[2], row] as const))(
  '%s with %j is BAD_USER_INPUT at %s, without an upstream call',
  async (name, _, path, row) => {
    const { errors } = await run(api, row);
    // All rows have the same upstream.
    const calls = api.upstream.calls.splice(0);
    const found = errors?.map(({ message, extensions: { code, issues } }) =>
      code === 'BAD_USER_INPUT' ? issues?.map((issue) => issue.path.join('.')) : message,
    );
    const isInput = name.startsWith('Create') || name.startsWith('Up');
    expect(found).toStrictEqual([[isInput ? `input.${path}` : path]]);
    expect(calls).toStrictEqual([]);
  },
);

test('all invalid arguments are reported at once', async () => {
  const { errors } = await api.run('{ personas(page: 0, first: 101) { totalCount } }');
  const paths = errors?.[0]?.extensions.issues?.map(({ path }) => path);
  expect(paths).toStrictEqual([['first'], ['page']]);
});

const ACCEPTED = readRows(`
  CreatePersona | {"avatarModel": "c*100"}
  Personas | {"first": 100}
  Personas | {"first": 0}
  CreateAvatar | {"displayName": "x*3"}
  CreateAvatar | {"displayName": "x*50"}
  UpdateTool | {"name": "x*64", "description": "x*1024"}
  CreateVoiceUpload | {"fileSize": 52428800}
  CreateLlm | {"temperature": 2}
  CreateKnowledgeDocument | {"chunkSize": 100, "chunkOverlap": 50}
  Voice | {"id": "..."}
  Voice | {"id": "a..b"}
  Voice | {"id": "gpt-4.1:mini"}
  Voice | {"id": "Ada Lovelace"}
  Voice | {"id": "a+b=c;d@e"}
  Voice | {"id": "ä🙂"}
  Voice | {"id": "x*256"}`);

test.each(ACCEPTED.map((row) => [row[0], row[1], row] as const))(
  '%s with %j is accepted',
  async (_, __, row) => {
    const upstream = await fakeService(reply(200, ANSWER));
    const { errors } = await run(await start({ upstream, extensions: 'all' }), row);
    expect(errors).toBeUndefined();
    expect(upstream.calls).not.toStrictEqual([]);
  },
);
