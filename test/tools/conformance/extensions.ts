import assert from 'node:assert/strict';
import { seedSample } from '../../support/files.ts';
import {
  ask,
  assumed,
  at,
  type Check,
  expectDenied,
  expectObject,
  expectRejected,
  expectStatus,
  expectSuccess,
  inExtension,
  must,
  request,
  requireOption,
  Skipped,
  type Target,
} from './check.ts';
import { readList, UNKNOWN, withCreated, withNew } from './contract.ts';
import { knowledgeChecks } from './knowledge.ts';

// What is special to the endpoints of extensions. An id ends with the operation that the check is about.

/** Finds a session of the service. @throws Skipped if it has none. */
async function findSession(target: Target): Promise<{ id: string; body: unknown }> {
  const [body] = (await readList(target, '/v1/sessions', { perPage: '1' })).items;
  if (body === undefined) throw new Skipped('the service has no sessions');
  return { id: String(at(body, 'id')), body };
}

/** Checks a part of a session, which does not exist yet if it is 404. */
const partOfSession = (operation: string, part: string, expected: (body: unknown) => void): Check =>
  inExtension(
    `sessions.extension.${operation}`,
    `a ${part} has its fields, or is 404`,
    async (target) => {
      const { id } = await findSession(target);
      const answer = await ask(target, `GET /v1/sessions/${id}/${part}`);
      if (answer.status !== 404) expected(expectObject(answer));
    },
  );

const isTime = (value: unknown) => !Number.isNaN(Date.parse(String(value)));

/** No check stops a session. */
const sessionChecks: readonly Check[] = [
  inExtension(
    'sessions.extension.sessions',
    'sessions are listed in pages, and by persona',
    async (target) => {
      const { id } = await findSession(target);
      const list = async (query: Record<string, string>) =>
        (await readList(target, '/v1/sessions', query)).items;
      assert.deepEqual(
        (await list({ page: '1', perPage: '1' })).map((item) => at(item, 'id')),
        [id],
      );
      assert.deepEqual(await list({ page: '100000', perPage: '100' }), []);
      assert.deepEqual(await list({ personaId: UNKNOWN }), []);
      const personas = (await list({ perPage: '100' })).map((item) => at(item, 'personaId'));
      const personaId = String(personas.find(Boolean) ?? UNKNOWN);
      const found = await list({ personaId, perPage: '100' });
      assert.ok(found.every((item) => at(item, 'personaId') === personaId));
    },
  ),
  inExtension(
    'sessions.extension.session',
    'a session has its times and tool calls',
    async (target) => {
      const { id } = await findSession(target);
      const session = expectObject(await ask(target, `GET /v1/sessions/${id}`));
      assert.equal(at(session, 'id'), id);
      assert.ok(Array.isArray(at(session, 'toolCalls')));
      const end = at(session, 'endTime') ?? null;
      assert.ok(isTime(at(session, 'startTime')) && (end === null || isTime(end)));
    },
  ),
  partOfSession('transcriptOfSession', 'transcript', (body) => {
    const messages = at(body, 'messages');
    assert.ok(Array.isArray(messages));
    for (const message of messages) assert.equal(typeof at(message, 'message'), 'string');
  }),
  partOfSession('recordingOfSession', 'recording', (body) =>
    assert.ok(URL.canParse(String(at(body, 'recordingUrl')))),
  ),
  partOfSession('analyticsOfSession', 'analytics', (body) =>
    assert.ok(Array.isArray(at(body, 'turns'))),
  ),
  ...(
    [
      ['sessionStatistics', 'analytics', 'sessionCount'],
      ['sessionConcurrency', 'concurrency', 'active'],
    ] as const
  ).map(([operation, part, field]) =>
    request(
      inExtension,
      [`sessions.extension.${operation}`, `the service returns ${field}`],
      `GET /v1/sessions/${part}`,
      ({ body }) => assert.ok(Number.isInteger(at(body, field))),
    ),
  ),
  request(
    inExtension,
    ['sessions.extension.stopSession', 'stopping an unknown id is 404'],
    `POST /v1/sessions/${UNKNOWN}/stop`,
    expectStatus(404),
  ),
];

const toolOf = (target: Target) => `/v1/tools/${requireOption(target, 'toolId')}`;

/** Checks of "Tool" in the specification, which does not define the body of updates: these are ASSUMED. */
export const toolChecks: readonly Check[] = [
  must('tool.by-id', 'a tool is returned by its id', async (target) =>
    expectObject(await ask(target, `GET ${toolOf(target)}`)),
  ),
  must('tool.update.there', 'a tool accepts PUT', async (target) => {
    const { status } = await ask(target, `PUT ${toolOf(target)}`, { json: {} });
    const isThere = status < 500 && ![401, 403, 404, 405].includes(status);
    assert.ok(isThere, `The response was ${status}.`);
  }),
  assumed('tool.update', 'an update changes only the description', async (target) => {
    const path = toolOf(target);
    const { updatedAt: _, ...before } = Object(expectObject(await ask(target, `GET ${path}`)));
    for (const field of ['name', 'type']) assert.equal(typeof at(before, field), 'string');
    const description = `${before.description} (checked)`.slice(0, 1024);
    try {
      expectObject(await ask(target, `PUT ${path}`, { json: { description } }));
      const { updatedAt: __, ...after } = Object(expectObject(await ask(target, `GET ${path}`)));
      assert.deepEqual(after, { ...before, description });
    } finally {
      await ask(target, `PUT ${path}`, { json: { description: before.description } });
    }
  }),
  must('tool.delete', 'a deleted tool is not found', async (target) => {
    const path = toolOf(target);
    if (!target.deleteTool) throw new Skipped('deleting the tool was not allowed');
    expectSuccess(await ask(target, `GET ${path}`));
    expectSuccess(await ask(target, `DELETE ${path}`));
    expectDenied(await ask(target, `GET ${path}`));
  }),
];

const llmChecks: readonly Check[] = [
  inExtension('llms.extension.secret', 'no response contains the API key of an LLM', (target) =>
    withNew(target, 'llms', async ({ path, name, body, creation }) => {
      const secret = String(at(creation.json, 'secret'));
      const answers = [
        await ask(target, `PUT ${path}`, { json: { secret: `${secret}-2` } }),
        await ask(target, `GET ${path}`),
        await ask(target, `GET /v1/llms?search=${name}`),
      ];
      for (const text of [JSON.stringify(body), ...answers.map((answer) => answer.text)])
        assert.ok(!text.includes(secret), 'A response contains the API key.');
    }),
  ),
  assumed(
    'llms.extension.defaults',
    'includeDefaults also lists built-in LLMs, which cannot be deleted',
    async (target) => {
      const query = { includeDefaults: 'true', perPage: '100' };
      const isDefault = (item: unknown) => at(item, 'isDefault') === true;
      const builtIn = (await readList(target, '/v1/llms', query)).items.find(isDefault);
      assert.ok(builtIn, 'No built-in LLM is listed.');
      expectDenied(await ask(target, `DELETE /v1/llms/${String(at(builtIn, 'id'))}`));
      const own = await readList(target, '/v1/llms', { perPage: '100' });
      assert.ok(!own.items.some(isDefault));
    },
  ),
];

const voiceChecks: readonly Check[] = [
  request(
    assumed,
    ['voices.extension.no-audio', 'a file that is not a recording is rejected'],
    'POST /v1/voices',
    expectRejected,
    () => ({ form: { name: 'Conformance', audioFile: new File(['no sound'], 'voice.wav') } }),
  ),
  assumed(
    'voices.extension.createVoiceUpload',
    'a voice is created from a recording uploaded to a presigned URL',
    async (target) => {
      const body = seedSample();
      const { type } = body;
      const json = { filename: body.name, contentType: type, fileSize: body.size };
      const presigned = expectObject(
        await ask(target, 'POST /v1/voices/presigned-upload', { json }),
      );
      const init = { method: 'PUT', headers: { 'content-type': type }, body };
      const sent = await fetch(String(at(presigned, 'uploadUrl')), init);
      assert.ok(sent.ok, `The upload returned ${sent.status}.`);
      const voice = { name: 'Conformance', audioKey: at(presigned, 'audioKey') };
      await withCreated(target, '/v1/voices', { json: voice }, async (created) =>
        assert.equal(at(created.body, 'displayName'), 'Conformance'),
      );
    },
  ),
];

export const extensionChecks: readonly Check[] = [
  ...knowledgeChecks,
  ...sessionChecks,
  ...llmChecks,
  ...voiceChecks,
  inExtension('avatars.extension.hard', 'an avatar can be deleted with hard=true', (target) =>
    withNew(target, 'avatars', async ({ path }) => {
      expectSuccess(await ask(target, `DELETE ${path}?hard=true`));
      expectDenied(await ask(target, `GET ${path}`));
    }),
  ),
  assumed('avatars.extension.one-shot', 'onlyOneShot lists avatars of callers', (target) =>
    withNew(target, 'avatars', async ({ id, name }) => {
      const query = { onlyOneShot: 'true', search: name };
      const { items } = await readList(target, '/v1/avatars', query);
      assert.deepEqual(
        items.map((item) => at(item, 'id')),
        [id],
      );
    }),
  ),
  assumed(
    'tools.extension.unique',
    'a name that is taken or contains spaces is rejected',
    (target) =>
      withNew(target, 'tools', async ({ creation }) => {
        expectRejected(await ask(target, 'POST /v1/tools', creation));
        const json = { ...Object(creation.json), name: 'two words' };
        expectRejected(await ask(target, 'POST /v1/tools', { json }));
      }),
  ),
  request(
    inExtension,
    ['meetings.extension.persona', 'an invite without a persona is rejected'],
    'POST /v1/meetings/invites',
    expectRejected,
    () => ({ json: { meetingUrl: 'https://meet.google.com/abc-defg-hij' } }),
  ),
  assumed('meetings.extension.status', 'invites are listed by status', (target) =>
    withNew(target, 'meetings', async ({ id, body }) => {
      const status = String(at(body, 'status'));
      const { items } = await readList(target, '/v1/meetings/invites', { perPage: '100', status });
      assert.ok(items.some((item) => at(item, 'id') === id));
      assert.ok(items.every((item) => at(item, 'status') === status));
    }),
  ),
];
