import { describe, expect, test } from 'vitest';
import { fakeService, reply, sendJson } from '../support/fake-service.ts';
import { seedTool } from '../support/files.ts';
import { ANSWER } from '../support/openapi.ts';
import { tools } from '../support/sample/records.ts';
import { start } from '../support/start.ts';
import { readTable } from '../support/tables.ts';
import { expectData } from './expectations.ts';

/** What is sent under another name or in another form: that all other fields are sent, nulls.test.ts shows. */
const REQUESTS = readTable(`
  CreatePersona | {"input": {"brainType": "OLD"}} | POST /v1/personas | {"llmId": "OLD"}
  CreatePersona | {"input": {"avatarModel": null}} | POST /v1/personas | {"avatarModel": null}
  UpdatePersona | {"id": "p1", "input": {"extra": {"theme": {"position": null}}}} | PUT /v1/personas/p1 | {"theme": {"position": null}}
  CreateAvatar | {"input": {"displayName": "Ada", "image": {"url": "https://a.example/1"}}} | POST /v1/avatars | {"displayName": "Ada", "imageUrl": "https://a.example/1"}
  DeleteAvatar | {"id": "a1"} | DELETE /v1/avatars/a1
  DeleteAvatar | {"id": "a1", "permanently": true} | DELETE /v1/avatars/a1?hard=true
  Personas | {"page": null, "after": null, "search": null} | GET /v1/personas?page=1&perPage=20
  Llms | {"includeBuiltIn": false} | GET /v1/llms?page=1&perPage=20&includeDefaults=false
  Avatars | {"tags": []} | GET /v1/avatars?page=1&perPage=20
  Avatars | {"onlyOneShot": true} | GET /v1/avatars?page=1&perPage=20&onlyOneShot=true
  Avatars | {"first": 5, "tags": ["a b", "c"], "renderStyle": "ANIMATED_3D"} | GET /v1/avatars?page=1&perPage=5&renderStyle=animated_3d&tags=a+b%2Cc
  CreateVoice | {"input": {"displayName": "Ada", "audio": {"url": "https://a.example/1"}}} | POST /v1/voices | {"name": "Ada", "language": "en", "audioUrl": "https://a.example/1"}
  CreateVoice | {"input": {"displayName": "Ada", "audio": {"key": "recordings/1"}}} | POST /v1/voices | {"name": "Ada", "language": "en", "audioKey": "recordings/1"}
  UpdateVoice | {"id": "v1", "input": {"country": "SE"}} | GET /v1/voices/v1, PUT /v1/voices/v1 | {"country": "SE", "displayName": "Lucy"}
  UpdateLlm | {"id": "l1", "input": {"urls": [{"url": "https://a.example", "region": "eu"}]}} | PUT /v1/llms/l1 | {"urls": [{"url": "https://a.example", "region": "eu"}], "url": "https://a.example"}
  UpdateLlm | {"id": "l1", "input": {"modelName": "m"}} | PUT /v1/llms/l1 | {"modelName": "m"}
  MeetingInvites | {"status": "CANCELLED"} | GET /v1/meetings/invites?page=1&perPage=20&status=cancelled
  Sessions | {"first": 2, "search": "kiosk", "personaId": "p1", "apiKeyId": "k1"} | GET /v1/sessions?page=1&perPage=2&search=kiosk&personaId=p1&apiKeyId=k1
  SessionStatistics | {"from": null, "personaId": null, "sessionType": null} | GET /v1/sessions/analytics
  SessionStatistics | {"from": "2026-11-01T00:00:00+01:00", "sessionType": "CUSTOM_LLM_SERVER", "clientLabel": "kiosk"} | GET /v1/sessions/analytics?from=2026-10-31T23%3A00%3A00.000Z&clientLabel=kiosk&sessionType=custom_llm_server
  CreateSessionToken | {"input": {"personaConfig": {"brainType": "OLD"}}} | POST /v1/auth/session-token | {"personaConfig": {"llmId": "OLD"}}
  CreateSessionToken | {"input": {"personaConfig": {"voiceId": "v", "extra": {"mood": "calm", "nothing": null}}, "sessionOptions": {"videoQuality": "AUTO", "extra": {"codec": "av1"}}, "extra": {"region": "eu"}}} | POST /v1/auth/session-token | {"personaConfig": {"voiceId": "v", "mood": "calm", "nothing": null}, "sessionOptions": {"videoQuality": "auto", "codec": "av1"}, "region": "eu"}
`);

const meeting = { meetingUrl: 'https://meet.google.com/abc-defg-hij' };
const tool = { name: 'k', type: 'SERVER', subtype: 'KNOWLEDGE' };
const config = { maxSessionLengthSeconds: 600, metadata: { room: 4, nothing: null } };

test.each([
  ...REQUESTS.map(([operation = '', variables = '', calls = '', body]) => ({
    operation,
    variables: JSON.parse(variables),
    calls: calls.split(', '),
    body: body && JSON.parse(body),
  })),
  {
    operation: 'CreateMeetingInvite',
    variables: {
      input: {
        ...meeting,
        region: 'EU',
        regionPolicy: 'STRICT',
        personaConfig: {
          ...config,
          tools: [{ ...tool, knowledgeGroupIds: ['g1'] }],
          extra: { fillerPhrases: ['Well.'] },
        },
        sessionOptions: { videoQuality: 'HIGH' },
        extra: { notify: true },
      },
    },
    calls: ['POST /v1/meetings/invites'],
    body: {
      ...meeting,
      region: 'eu',
      regionPolicy: 'strict',
      personaConfig: {
        ...config,
        tools: [{ name: 'k', type: 'server', subtype: 'knowledge', documentFolderIds: ['g1'] }],
        fillerPhrases: ['Well.'],
      },
      sessionOptions: { videoQuality: 'high' },
      notify: true,
    },
  },
])('$operation with $variables makes the calls $calls with the body $body', async (each) => {
  const record = { ...ANSWER, displayName: 'Lucy', skipGreeting: false };
  const { bodies, ...upstream } = await fakeService(reply(200, record));
  const { runNamed } = await start({ upstream, extensions: 'all' });
  await expectData(runNamed(each.operation, { variables: each.variables }));
  expect(upstream.calls).toStrictEqual(each.calls);
  expect(bodies).toStrictEqual(each.body ? [each.body] : []);
});

const MINT = 'createSessionToken(input: { personaConfig: { personaId: "x" } })';

/** Mutations that read a record only if it is selected: what they return besides, and their calls. */
const READING = [
  ['stopSession(id: "x")', 'stoppedId', 'session', 'POST /v1/sessions/x/stop', 'sessions'],
  [
    'cancelMeetingInvite(id: "x")',
    'cancelledId',
    'meetingInvite',
    'DELETE /v1/meetings/invites/x',
    'meetings/invites',
  ],
  [MINT, 'token { sessionToken }', 'persona', 'POST /v1/auth/session-token', 'personas'],
] as const;

describe.each(READING)('%s', (field, own, record, call, path) => {
  const startOwn = async (status: number) => {
    const upstream = await fakeService(({ method }, response) =>
      method === 'GET' && status !== 200
        ? sendJson(response, status, { error: 'No' })
        : sendJson(response, 200, { ...ANSWER, id: 'x', brain: {} }),
    );
    return start({ upstream, extensions: 'all' });
  };

  test('reads the record only where it is selected', async () => {
    const { run, upstream } = await startOwn(200);
    await expectData(run(`mutation { ${field} { ${own} } }`));
    expect(upstream.calls).toStrictEqual([call]);
    const [payload] = Object.values<Record<string, unknown>>(
      await expectData(run(`mutation { ${field} { ${own} ${record} { id } } }`)),
    );
    expect(payload?.[record]).toStrictEqual({ id: 'x' });
    expect(upstream.calls.slice(1)).toStrictEqual([call, `GET /v1/${path}/x`]);
  });

  test.each([403, 404, 500])('succeeds if reading the record fails with %i', async (status) => {
    const { run } = await startOwn(status);
    const data = await expectData(run(`mutation { ${field} { ${own} ${record} { id } } }`));
    const [payload] = Object.values<Record<string, unknown>>(data);
    expect(payload?.[record]).toBeNull();
    expect(Object.values(payload ?? {})).toHaveLength(2);
  });
});

/** Starts the API with 128 personas. Without personas by id, they are found in lists. */
const startWithMany = () =>
  start({
    upstream: ({ url = '' }, response) => {
      const { searchParams } = new URL(url, 'http://upstream');
      const end = 100 * Number(searchParams.get('page'));
      const data = Array.from({ length: 128 }, (_, n) => ({ id: `p${n}` }));
      return sendJson(response, 200, { data: data.slice(end - 100, end), meta: { total: 128 } });
    },
  });

test('50 persona ids read the list once, up to the page with the last one, and an unknown id to its end', async () => {
  const { run, upstream } = await startWithMany();
  const asked = Array.from({ length: 50 }, (_, n) => `p${n + 50}`);
  const fields = asked.map((id, i) => `p${i}: persona(id: "${id}") { id }`);
  const { data } = await run(`{ ${fields.join(' ')} }`);
  expect(Object.values<{ id: string }>(data).map(({ id }) => id)).toStrictEqual(asked);
  const [first, second] = [1, 2].map((page) => `GET /v1/personas?page=${page}&perPage=100`);
  expect(upstream.calls).toStrictEqual([first]);
  await run('{ persona(id: "nobody") { id } }');
  expect(upstream.calls).toStrictEqual([first, first, second]);
});

test('lookups of one request run concurrently, at most 100 at a time', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const upstream = await fakeService(async ({ url = '' }, response) => {
    await released;
    sendJson(response, 200, { id: url.split('/').at(-1) });
  });
  const { run } = await start({ upstream });
  const [avatarIds, toolIds] = ['a', 't'].map((kind) =>
    Array.from({ length: 75 }, (_, index) => `${kind}${index}`),
  );
  const result = run(
    'query ($avatarIds: [ID!]!, $toolIds: [ID!]!) { avatarsByIds(ids: $avatarIds) { id } toolsByIds(ids: $toolIds) { id } }',
    { avatarIds, toolIds },
  );
  await expect.poll(upstream.open).toBe(100);
  release();
  const { data } = await result;
  expect(data.avatarsByIds).toHaveLength(75);
  expect(data.toolsByIds).toHaveLength(75);
  expect(upstream.calls).toHaveLength(150);
  expect(upstream.peak()).toBe(100);
});

test('after a mutation, the same request reads the new state', async () => {
  const { run } = await start();
  const create = `createPersona(input: { name: "Ada", toolIds: ["${seedTool}"] }) { persona { tools { description } } }`;
  const { data } = await run(
    `mutation { before: ${create} updateTool(id: "${seedTool}", input: { description: "Changed." }) { tool { id } } after: ${create} }`,
  );
  expect(data.before.persona.tools).toStrictEqual([{ description: tools[0]?.description }]);
  expect(data.after.persona.tools).toStrictEqual([{ description: 'Changed.' }]);
});

/** A query of a field, the path of its value in the upstream's response, a value and its name in the graph. */
const FIELDS = readTable(`
  meetingInvite(id: "x") { region } | region | us-east | US_EAST
  shareLink(id: "x") { type } | type | ORB_EMBED | ORB_EMBED
  tool(id: "x") { config { system { action } } } | config.action | interrupt | INTERRUPT
  avatar(id: "x") { renderStyle } | renderStyle | animated_3d | ANIMATED_3D
  session(id: "x") { toolCalls { toolType status } } | toolCalls.0.toolType | server | SERVER
  session(id: "x") { transcript { messages { role } } } | messages.0.role | persona | PERSONA
  sessionStatistics { slowestTurns { metric } } | slowestTurns.0.metric | ttsTimeToFirstAudioSeconds | TTS_TIME_TO_FIRST_AUDIO_SECONDS
`).map(([query = '', path = '', value = '', name = '']) => [query, path, value, name] as const);

/** Creates the response with a value at a path. */
const nest = (path: string, value: unknown): unknown => {
  const [head = '', ...tail] = path.split('.');
  if (path === '') return value;
  const inner = nest(tail.join('.'), value);
  return head === '0' ? [{ sessionId: 'x', ...Object(inner) }] : { [head]: inner };
};

/** Returns the only value in the data that is no object. */
const findLeaf = (data: unknown, key: string): unknown => {
  if (typeof data !== 'object' || data === null) return undefined;
  if (key in data) return Reflect.get(data, key);
  return Object.values(data)
    .map((value) => findLeaf(value, key))
    .find((value) => value !== undefined);
};

test.each(FIELDS)('%s with %s %j is %s, and null if it is not known', async (...row) => {
  const [query, path, value, name] = row;
  // Decides which configuration a tool has.
  const type = query.includes('system') ? 'SYSTEM' : 'SERVER_WEBHOOK';
  let sent = value;
  const upstream = await fakeService((_, response) => {
    const record = { id: 'x', sessionId: 'x', sessionCount: 1, type };
    sendJson(response, 200, { ...record, ...Object(nest(path, sent)) });
  });
  const { run } = await start({ upstream, extensions: 'all' });
  const read = async () =>
    findLeaf(await expectData(run(`{ ${query} }`)), path.split('.').at(-1) ?? '');
  expect(await read()).toBe(name);
  sent = 'a_newer_value';
  expect(await read()).toBeNull();
});
