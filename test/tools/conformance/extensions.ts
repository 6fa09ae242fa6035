import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
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
import { findSession, readList, UNKNOWN, withCreated, withNew } from './contract.ts';

// What is special to the endpoints of extensions. An id ends with the operation that the check is about.

/** Number of attempts to read a ready document: at first soon after one another, then one per second. A service can take minutes. */
const ATTEMPTS = 180;
const TEXT = 'The lighthouse keeper counts the ships at dusk.';

async function waitUntilReady(target: Target, path: string) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const document = expectObject(await ask(target, `GET ${path}`));
    const status = String(at(document, 'status'));
    if (status === 'READY') return;
    assert.match(status, /^(UPLOADED|PROCESSING)$/, String(at(document, 'errorMessage')));
    await setTimeout(Math.min(100 * attempt, 1_000));
  }
  assert.fail('The document is not READY.');
}

/** Checks a document that is uploaded to a new group. */
const ofDocument = (
  operation: string,
  name: string,
  run: (target: Target, path: string, group: string, id: string) => Promise<void>,
): Check =>
  inExtension(`knowledge.extension.${operation}`, name, (target) =>
    withNew(target, 'knowledge', async ({ path: group }) => {
      const form = { file: new File([TEXT], 'conformance.txt') };
      const { body } = expectSuccess(await ask(target, `POST ${group}/documents`, { form }));
      const id = String(at(body, 'id'));
      await run(target, `/v1/knowledge/documents/${id}`, group, id);
    }),
  );

const knowledgeChecks: readonly Check[] = [
  ofDocument('searchKnowledge', 'a READY document is found by its text', async (...given) => {
    const [target, path, group, id] = given;
    await waitUntilReady(target, path);
    const json = { query: 'lighthouse', limit: 1 };
    const { body } = expectSuccess(await ask(target, `POST ${group}/search`, { json }));
    assert.equal(at(body, 0, 'documentId'), id);
    assert.match(String(at(body, 0, 'content')), /lighthouse keeper/);
    assert.equal(typeof at(body, 0, 'score'), 'number');
  }),
  ofDocument('knowledgeDocuments', 'the documents of a group are listed', async (...given) => {
    const [target, , group, id] = given;
    const { items } = await readList(target, `${group}/documents`);
    assert.deepEqual(
      items.map((each) => at(each, 'id')),
      [id],
    );
  }),
  ofDocument('updateKnowledgeDocument', 'a document is renamed', async (target, path) => {
    expectSuccess(await ask(target, `PUT ${path}`, { json: { filename: 'renamed.txt' } }));
    assert.equal(at(expectObject(await ask(target, `GET ${path}`)), 'filename'), 'renamed.txt');
  }),
  ...(['deleteKnowledgeDocument', 'deleteKnowledgeGroup.documents'] as const).map((operation) =>
    ofDocument(operation, 'a document is deleted, also with its group', async (...given) => {
      const [target, path, group] = given;
      const deleted = operation === 'deleteKnowledgeDocument' ? path : group;
      expectSuccess(await ask(target, `DELETE ${deleted}`));
      expectDenied(await ask(target, `GET ${path}`));
    }),
  ),
  ofDocument(
    'knowledgeDownload',
    'a document is downloaded without a key',
    async (target, path) => {
      const { body } = expectSuccess(await ask(target, `GET ${path}/download`));
      assert.equal(await (await fetch(String(at(body, 'downloadUrl')))).text(), TEXT);
    },
  ),
  inExtension(
    'knowledge.extension.createKnowledgeDocument',
    'a file of an unsupported format is rejected',
    (target) =>
      withNew(target, 'knowledge', async ({ path }) => {
        const form = { file: new File(['MZ\0\0'], 'program.exe') };
        expectRejected(await ask(target, `POST ${path}/documents`, { form }));
      }),
  ),
];

const isTime = (value: unknown) => !Number.isNaN(Date.parse(String(value)));

/** No check stops a session. */
const sessionChecks: readonly Check[] = [
  inExtension('sessions.extension.sessions', 'sessions are listed by persona', async (target) => {
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
  }),
  inExtension(
    'sessions.extension.session',
    'a session has times and tool calls',
    async (target) => {
      const { id } = await findSession(target);
      const session = expectObject(await ask(target, `GET /v1/sessions/${id}`));
      assert.ok(Array.isArray(at(session, 'toolCalls')));
      const end = at(session, 'endTime') ?? null;
      assert.ok(isTime(at(session, 'startTime')) && (end === null || isTime(end)));
    },
  ),
  request(
    inExtension,
    ['sessions.extension.stopSession', 'stopping an unknown id is 404'],
    `POST /v1/sessions/${UNKNOWN}/stop`,
    expectStatus(404),
  ),
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
  assumed('llms.extension.defaults', 'includeDefaults lists built-in LLMs', async (target) => {
    const query = { includeDefaults: 'true', perPage: '100' };
    const isDefault = (item: unknown) => at(item, 'isDefault') === true;
    const builtIn = (await readList(target, '/v1/llms', query)).items.find(isDefault);
    assert.ok(builtIn, 'No built-in LLM is listed.');
    expectDenied(await ask(target, `DELETE /v1/llms/${String(at(builtIn, 'id'))}`));
    const own = await readList(target, '/v1/llms', { perPage: '100' });
    assert.ok(!own.items.some(isDefault));
  }),
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
    'a recording is uploaded before',
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
  assumed('tools.extension.unique', 'a name that is taken or has spaces is rejected', (target) =>
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
