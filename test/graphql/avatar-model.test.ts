import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { startLive } from '../support/live-upstream.ts';
import { start } from '../support/start.ts';
import { expectData, expectIssue } from './expectations.ts';

test('an avatar model newer than the specification is read, sent and cleared', async () => {
  const { run } = await startLive();
  const data = await expectData(
    run(
      'mutation { createPersona(input: { name: "Ada", avatarModel: "cara-4-latest" }) { persona { id avatarModel } } }',
    ),
  );
  const { id, avatarModel } = data.createPersona.persona;
  expect(avatarModel).toBe('cara-4-latest');
  for (const model of ['cara-3', null]) {
    const updated = await run(
      `mutation { updatePersona(id: "${id}", input: { avatarModel: ${JSON.stringify(model)} }) { persona { avatarModel } } }`,
    );
    expect(updated.data.updatePersona.persona).toStrictEqual({ avatarModel: model });
  }
  const config = '{ avatarModel: "cara-4", avatarId: "a", voiceId: "v", llmId: "l" }';
  for (const input of [
    `personaConfig: ${config}`,
    `personaConfig: { personaId: "${id}" } overrides: { avatarModel: "cara-4" }`,
  ]) {
    const minted = await run(
      `mutation { createSessionToken(input: { ${input} }) { token { sessionToken } } }`,
    );
    const { personaConfig } = decodeJwt(minted.data.createSessionToken.token.sessionToken);
    expect(personaConfig).toMatchObject({ avatarModel: 'cara-4' });
  }
});

test.each([
  ['createPersona(input: { avatarModel: "cara-9" }) { persona { id } }', []],
  ['updatePersona(id: "ID", input: { avatarModel: "cara-9" }) { persona { id } }', []],
  [
    'createSessionToken(input: { personaConfig: { avatarModel: "cara-9" } }) { token { sessionToken } }',
    ['personaConfig'],
  ],
])('the built-in service has only the models of the specification: %s', async (field, place) => {
  const { run } = await start();
  const { data } = await run('{ personas(perPage: 1) { items { id } } }');
  const [persona] = data.personas.items;
  const { errors } = await run(`mutation { ${field.replace('ID', persona.id)} }`);
  expectIssue(errors, ['input', ...place, 'avatarModel'], {
    message: expect.stringContaining('cara-2'),
  });
});
