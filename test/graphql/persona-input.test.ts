import { expect, test } from 'vitest';
import { seedTool } from '../support/files.ts';
import { start } from '../support/start.ts';
import { startRecordingUpstream } from '../support/upstream.ts';
import { expectIssue } from './expectations.ts';
import { CREATE_PERSONA, UPDATE_PERSONA } from './persona-mutations.ts';

test.each<[string, object, object]>([
  ['omitted', {}, {}],
  ['null', { avatarModel: null }, { avatarModel: null }],
  ['given', { avatarModel: 'cara-3' }, { avatarModel: 'cara-3' }],
])('avatarModel %s is sent unchanged', async (_, given, sent) => {
  const { bodies, ...upstream } = await startRecordingUpstream(201, { id: 'p1' });
  const { run } = await start({ upstream });
  await run(CREATE_PERSONA, { input: { name: 'Ada', description: null, ...given } });
  expect(bodies).toStrictEqual([{ name: 'Ada', ...sent }]);
});

test('duplicate toolIds are stored once', async () => {
  const { run } = await start();
  const toolIds = [seedTool, seedTool.toUpperCase(), seedTool];
  const { data } = await run(
    'mutation ($toolIds: [ID!]) { createPersona(input: { toolIds: $toolIds }) { persona { toolIds } } }',
    { toolIds },
  );
  expect(data.createPersona.persona.toolIds).toStrictEqual([seedTool]);
});

test('brainType is accepted and stored as llmId', async () => {
  const { run } = await start();
  const { data } = await run(CREATE_PERSONA, { input: { name: 'Ada', brainType: 'OLD_BRAIN' } });
  expect(data.createPersona.persona).toMatchObject({ llmId: 'OLD_BRAIN' });
  expect(data.createPersona.persona.record).not.toHaveProperty('brainType');
});

test('a malformed avatarId is reported at its path', async () => {
  const { run } = await start();
  const { errors } = await run(CREATE_PERSONA, { input: { name: 'Ada', avatarId: 'nope' } });
  expectIssue(errors, ['input', 'avatarId']);
});

test('keys and values of extra are sent unchanged', async () => {
  const { bodies, ...upstream } = await startRecordingUpstream(201, { id: 'p1' });
  const { run } = await start({ upstream });
  const extra = { avatarModel: 'cara-9', uninterruptibleGreeting: true, nothing: null };
  const { errors } = await run(CREATE_PERSONA, { input: { name: 'Ada', extra } });
  expect(errors).toBeUndefined();
  expect(bodies).toStrictEqual([{ name: 'Ada', ...extra }]);
});

test('an update sends only its own fields', async () => {
  const { bodies, ...upstream } = await startRecordingUpstream(200, {
    id: 'p1',
    skipGreeting: false,
    toolIds: ['t1'],
  });
  const { run } = await start({ upstream, extensions: 'all' });
  const extra = { widgetConfig: { layout: 'inline', position: null } };
  await run(UPDATE_PERSONA, { id: 'p1', input: { avatarModel: null, toolIds: ['t1'], extra } });
  expect(bodies).toStrictEqual([{ avatarModel: null, toolIds: ['t1'], ...extra }]);
  expect(upstream.calls).toStrictEqual(['PUT /v1/personas/p1', 'GET /v1/tools/t1']);
});
