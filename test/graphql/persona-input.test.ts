import { expect, test } from 'vitest';
import { seedTool } from '../support/files.ts';
import { start } from '../support/start.ts';
import { expectIssue } from './expectations.ts';
import { CREATE_PERSONA } from './persona-mutations.ts';

test('duplicate toolIds are stored once', async () => {
  const { run } = await start();
  const toolIds = [seedTool, seedTool.toUpperCase(), seedTool];
  const { data } = await run(
    'mutation ($toolIds: [ID!]) { createPersona(input: { toolIds: $toolIds }) { persona { toolIds } } }',
    { toolIds },
  );
  expect(data.createPersona.persona.toolIds).toStrictEqual([seedTool]);
});

test('a malformed avatarId is reported at its path', async () => {
  const { run } = await start();
  const { errors } = await run(CREATE_PERSONA, { input: { name: 'Ada', avatarId: 'nope' } });
  expectIssue(errors, ['input', 'avatarId']);
});
