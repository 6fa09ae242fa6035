import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { startLiveApi } from '../support/live-api.ts';

test('an avatar model newer than the specification is read and sent by name', async () => {
  const { run } = await startLiveApi();
  const { data, errors } = await run(
    `mutation { createPersona(input: { name: "Ada", avatarModelName: "cara-4-latest" }) { persona { id avatarModel avatarModelName } } }`,
  );
  expect(errors).toBeUndefined();
  const { id, ...created } = data.createPersona.persona;
  expect(created).toStrictEqual({ avatarModel: null, avatarModelName: 'cara-4-latest' });
  const updated = await run(
    `mutation { updatePersona(id: "${id}", input: { avatarModelName: "cara-3" }) { persona { avatarModel avatarModelName } } }`,
  );
  expect(updated.data.updatePersona.persona).toStrictEqual({
    avatarModel: 'CARA_3',
    avatarModelName: 'cara-3',
  });
  const config = '{ avatarModelName: "cara-4", avatarId: "a", voiceId: "v", llmId: "l" }';
  for (const input of [
    `personaConfig: ${config}`,
    `personaConfig: { personaId: "${id}" } overrides: { avatarModelName: "cara-4" }`,
  ]) {
    const minted = await run(
      `mutation { createSessionToken(input: { ${input} }) { sessionToken } }`,
    );
    const { personaConfig } = decodeJwt(minted.data.createSessionToken.sessionToken);
    expect(personaConfig).toMatchObject({ avatarModel: 'cara-4' });
    expect(personaConfig).not.toHaveProperty('avatarModelName');
  }
});

test.each([
  [
    'createPersona(input: { avatarModel: CARA_3, avatarModelName: "cara-4" }) { persona { id } }',
    [],
  ],
  [
    'createSessionToken(input: { personaConfig: { avatarModel: CARA_3, avatarModelName: "a" } }) { type }',
    ['personaConfig'],
  ],
  [
    'createSessionToken(input: { personaConfig: { personaId: "p", avatarModelName: "a" } }) { type }',
    ['personaConfig'],
  ],
  [
    'createSessionToken(input: { personaConfig: { personaId: "p" }, overrides: { avatarModel: CARA_3, avatarModelName: "a" } }) { type }',
    ['overrides'],
  ],
])('avatarModelName is reported where it conflicts: %s', async (field, place) => {
  const { run, upstream } = await startLiveApi({ extensions: [] });
  const { errors } = await run(`mutation { ${field} }`);
  expect(errors?.[0]?.extensions.issues).toMatchObject([
    { path: ['input', ...place, 'avatarModelName'] },
  ]);
  expect(upstream.calls).toStrictEqual([]);
});

test('an avatar model outside the enum fails validation', async () => {
  const { run, upstream } = await startLiveApi({ extensions: [] });
  const { errors } = await run(
    'mutation { createPersona(input: { avatarModel: CARA_4 }) { persona { id } } }',
  );
  expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  expect(upstream.calls).toStrictEqual([]);
});
