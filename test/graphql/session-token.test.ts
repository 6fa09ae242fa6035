import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { reply } from '../support/fake-service.ts';
import { LIVE, startLive } from '../support/live-service.ts';
import { start } from '../support/start.ts';
import { expectData } from './expectations.ts';

const MINT = `mutation ($input: CreateSessionTokenInput!) {
  createSessionToken(input: $input) { token { sessionToken type expiresAt record } }
}`;

/** The API in front of the built-in service. */
const builtIn = await start();

test('a token for a saved persona is stateful', async () => {
  const { run } = builtIn;
  const { data } = await run('{ personas(first: 1) { nodes { id } } }');
  const personaId = data.personas.nodes[0].id;
  const minted = await run(MINT, { input: { clientLabel: 'kiosk', personaConfig: { personaId } } });
  expect(minted.errors).toBeUndefined();
  const { sessionToken, type, expiresAt, record } = minted.data.createSessionToken.token;
  expect(type).toBe('STATEFUL');
  expect(record).not.toHaveProperty('sessionToken');
  const claims = decodeJwt(sessionToken);
  expect(claims).toMatchObject({ clientLabel: 'kiosk', personaConfig: { personaId } });
  expect(new Date(expiresAt).getTime()).toBe((claims.exp ?? 0) * 1000);
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
});

/** Writes a token whose expiry has this value. */
const createJwt = (exp: unknown) =>
  `header.${Buffer.from(JSON.stringify({ type: 'Ephemeral', exp })).toString('base64url')}.signature`;

test.each<[string, string | null]>([
  ['opaque', null],
  ...[1e300, 253_402_300_800, -1, '2026', null].map((exp): [string, string] => [
    createJwt(exp),
    'EPHEMERAL',
  ]),
])(
  'the token %s, whose expiry is no time, is returned with the type %j',
  async (sessionToken, type) => {
    const { run } = await start({ upstream: reply(200, { sessionToken }) });
    const data = await expectData(run(MINT, { input: { personaConfig: { personaId: 'p' } } }));
    expect(data.createSessionToken.token).toMatchObject({ sessionToken, type, expiresAt: null });
  },
);

test('the deprecated mutation still mints a token', async () => {
  const { run, upstream } = await start();
  const { data } = await run(
    'mutation { createLegacySessionToken { token { sessionToken type } } }',
  );
  expect(data.createLegacySessionToken.token.sessionToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(data.createLegacySessionToken.token.type).toBe('LEGACY');
  expect(upstream.calls).toStrictEqual(['GET /v1/auth/session-token']);
});

test.each([
  [{ name: 'Ada' }, ['avatarId', 'voiceId', 'llmId']],
  [{ avatarId: 'a', voiceId: 'v' }, ['llmId']],
])('a legacy token for %j reports the missing %j', async (personaConfig, missing) => {
  const { run } = await startLive(['personas']);
  const { errors, data } = await run(MINT, { input: { personaConfig } });
  expect(data).toStrictEqual({ createSessionToken: null });
  expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  expect(errors?.[0]?.message).toContain(`missing: ${missing.join(', ')}`);
  expect(errors?.[0]?.extensions.issues?.map(({ path }) => path)).toStrictEqual(
    missing.map((field) => ['input', 'personaConfig', field]),
  );
});

test.each([
  [`personaConfig: { personaId: "${LIVE.persona}" }, overrides: { name: "Eve" }`, 'Persona 1', 2],
  ['personaConfig: { avatarId: "a", voiceId: "v", llmId: "l" }', undefined, 1],
])('the payload for { %s } has the saved persona, %s', async (input, name, calls) => {
  const { run, upstream } = await startLive();
  const data = await expectData(
    run(`mutation { createSessionToken(input: { ${input} }) { persona { id name } } }`),
  );
  expect(data.createSessionToken.persona?.name).toBe(name);
  expect(upstream.calls).toHaveLength(calls);
});

const ephemeral = { avatarId: 'a', voiceId: 'v', llmId: 'l' };

const EGRESS = {
  mode: 'daily',
  daily: { roomUrl: 'https://rooms.example/r', token: 'room-token' },
};

test('the token of a session with settings, tools, video size and room contains no secret', async () => {
  const { run } = builtIn;
  const personaConfig = {
    ...ephemeral,
    initialMessage: 'Hello.',
    uninterruptibleGreeting: true,
    enableAudioPassthrough: true,
    toolIds: ['t1'],
    directorNotes: { customStylePrompt: 'Smile.', expressivity: 0.5 },
    voiceGenerationOptions: { style: 0.2, volume: 1.5, model: 'm' },
    tools: [
      {
        type: 'SERVER',
        subtype: 'WEBHOOK',
        name: 'lookup',
        url: 'https://tools.example/lookup',
        headers: { authorization: 'Bearer of-the-tool', accept: 'text/plain' },
        parameters: { type: 'object', default: null },
      },
      { type: 'SERVER', subtype: 'KNOWLEDGE', name: 'search', knowledgeGroupIds: ['g1'] },
    ],
  };
  const sessionOptions = { videoQuality: 'HIGH', videoWidth: 720, videoHeight: 480 };
  const data = await expectData(
    run(MINT, {
      input: { personaConfig, sessionOptions: { ...sessionOptions, egress: EGRESS } },
    }),
  );
  const [tool] = personaConfig.tools;
  expect(decodeJwt(data.createSessionToken.token.sessionToken)).toMatchObject({
    personaConfig: {
      ...personaConfig,
      tools: [
        {
          ...tool,
          type: 'server',
          subtype: 'webhook',
          headers: { authorization: '[redacted]', accept: 'text/plain' },
        },
        { type: 'server', subtype: 'knowledge', name: 'search', documentFolderIds: ['g1'] },
      ],
    },
    sessionOptions: {
      ...sessionOptions,
      videoQuality: 'high',
      egress: { mode: 'daily', daily: { ...EGRESS.daily, token: '[redacted]' } },
    },
  });
});

test('an error for an invalid variable contains no value next to the token of a room', async () => {
  const { run } = builtIn;
  const wrong = { ...EGRESS, daily: { ...EGRESS.daily, userName: 7, tokn: 'a-token' } };
  const hidden = await run(MINT, {
    input: { personaConfig: ephemeral, sessionOptions: { egress: wrong } },
  });
  expect(hidden.errors?.map(({ message }) => message)).toStrictEqual([
    'Variable "$input" is invalid at "input.sessionOptions.egress.daily": Unknown field. Did you mean "token"?',
    'Variable "$input" is invalid at "input.sessionOptions.egress.daily.userName": Must be a string.',
  ]);
  const shown = await run(MINT, { input: { personaConfig: { avatarModal: 'cara-3' } } });
  expect(shown.errors?.[0]?.message).toContain('Did you mean "avatarModel"');
});
