import { expect, test } from 'vitest';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { LIVE } from '../support/live-service.ts';
import type { StartOptions } from '../support/start.ts';
import { filterMints, startMinting } from './session-tokens.ts';

const personaConfig = { personaId: LIVE.persona };

const verified = (toolIds: readonly string[]) => ({
  personaConfig,
  overrides: { toolIds },
  verify: true,
});

const createIds = (count: number) => Array.from({ length: count }, (_, index) => `tool-${index}`);

const PERSONA = `GET /v1/personas/${LIVE.persona}`;
const MINTING = 'POST /v1/auth/session-token';

test('a token makes at most 101 calls: 100 for its ids and one to mint it', async () => {
  const upstream = await fakeService((request, response) => {
    const id = request.url?.split('/').at(-1);
    request.resume().on('end', () => sendJson(response, 200, { id, sessionToken: 'x' }));
  });
  const { mint, calls } = await startMinting(['personas'], upstream);
  const config = { avatarId: 'a', toolIds: createIds(99) };
  expect((await mint({ personaConfig: config, verify: true })).errors).toBeUndefined();
  expect([calls.length, filterMints(calls).length]).toStrictEqual([101, 1]);
});

test('the first id beyond the limit is reported at its path without an upstream call', async () => {
  const { mint, calls } = await startMinting();
  expect((await mint(verified(createIds(100)))).failure).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ path: ['input', 'overrides', 'toolIds', 99], code: 'TOO_LARGE' }],
  });
  expect(calls).toStrictEqual([]);
});

const unknown = { personaId: LIVE.missing };
const inline = { avatarId: LIVE.missing, voiceId: 'v', llmId: 'l' };

test.each<[noun: string, input: object, path: string]>([
  ['persona', { personaConfig: unknown }, 'personaConfig.personaId'],
  ['persona', { personaConfig: unknown, overrides: { name: 'x' } }, 'personaConfig.personaId'],
  ['avatar', { personaConfig: inline }, 'personaConfig.avatarId'],
  ['tool', verified([LIVE.tool, LIVE.missing]), 'overrides.toolIds.1'],
  ['avatar', { personaConfig, overrides: { avatarId: LIVE.missing } }, 'overrides.avatarId'],
  ...['voiceId', 'llmId', 'brainType'].map((field): [string, object, string] => [
    field === 'voiceId' ? 'voice' : 'LLM',
    { personaConfig: { [field]: LIVE.missing, avatarId: LIVE.avatars[0] } },
    `personaConfig.${field}`,
  ]),
  ['voice', { personaConfig, overrides: { voiceId: LIVE.missing } }, 'overrides.voiceId'],
  ['LLM', { personaConfig, overrides: { llmId: LIVE.missing } }, 'overrides.llmId'],
])('an unknown %s is reported at its path: %j at %s', async (noun, input, path) => {
  const isExtension = /^(voice|LLM)$/.test(noun);
  const { mint, calls } = await startMinting(
    isExtension ? ['personas', 'voices', 'llms'] : ['personas'],
  );
  const { data, failure } = await mint({ ...input, verify: true });
  expect(data).toStrictEqual({ createSessionToken: null });
  const at = path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  const message = `No ${noun} has the id ${LIVE.missing}.`;
  expect(failure).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ path: ['input', ...at], message, code: 'NOT_FOUND' }],
  });
  expect(filterMints(calls)).toStrictEqual([]);
});

test.each(['..', '../personas', 'a%2fb'])('the path segment %o is not looked up', async (id) => {
  const { mint, calls } = await startMinting();
  expect((await mint(verified([id]))).failure?.issues).toMatchObject([
    { path: ['input', 'overrides', 'toolIds', 0] },
  ]);
  expect(calls).toStrictEqual([]);
});

test('all unknown ids are reported at once', async () => {
  const { mint } = await startMinting();
  const config = { avatarId: LIVE.missing, llmId: 'l', toolIds: [LIVE.missing] };
  const { failure } = await mint({ personaConfig: config, verify: true });
  expect(failure?.issues).toHaveLength(2);
});

const known = { personaConfig, verify: true };
const missing = { personaConfig: unknown, verify: true };
const config = { avatarId: LIVE.avatars[0], voiceId: LIVE.missing, llmId: LIVE.missing };
const repeated = verified(Array(100).fill(LIVE.tool));
const GONE = `GET /v1/personas/${LIVE.missing}`;

test.each<[string, StartOptions['extensions'], object[], string[]]>([
  [
    'a repeated id once',
    ['personas'],
    [repeated],
    [PERSONA, `GET /v1/tools/${LIVE.tool}`, MINTING],
  ],
  [
    'no voice or LLM without its extension',
    ['personas'],
    [{ personaConfig: config, verify: true }],
    [`GET /v1/avatars/${LIVE.avatars[0]}`, MINTING],
  ],
  ['no id without verify', ['personas'], [{ personaConfig: unknown }], [MINTING]],
  [
    'an id each time',
    ['personas'],
    [known, known, missing],
    [PERSONA, MINTING, PERSONA, MINTING, GONE],
  ],
  [
    'a persona in the list without its extension',
    [],
    [missing],
    ['GET /v1/personas?page=1&perPage=100'],
  ],
])('tokens look up %s', async (_, extensions, inputs, expected) => {
  const { mint, calls } = await startMinting(extensions);
  for (const input of inputs) await mint(input);
  expect(calls).toStrictEqual(expected);
});

test('a deleted tool is not found any more', async () => {
  const { mint, run } = await startMinting();
  expect((await mint(verified([LIVE.tool]))).errors).toBeUndefined();
  await run(`mutation { deleteTool(id: "${LIVE.tool}") { deletedId } }`);
  expect((await mint(verified([LIVE.tool]))).failure?.issues).toMatchObject([
    { message: `No tool has the id ${LIVE.tool}.` },
  ]);
});

test('the ids of a token are looked up with its own credential', async () => {
  const { mint, calls } = await startMinting();
  await mint(known);
  const { failure } = await mint(known, { authorization: 'Bearer other' });
  expect(failure?.code).toBe('UNAUTHENTICATED');
  expect(calls).toStrictEqual([PERSONA, MINTING, PERSONA]);
});

test('a failed lookup returns the code of the upstream failure, not BAD_USER_INPUT', async () => {
  const upstream = await fakeService((_, response) => void response.writeHead(500).end());
  const { mint } = await startMinting(['personas'], upstream);
  const { failure } = await mint(known);
  expect(failure?.code).toBe('UPSTREAM_UNAVAILABLE');
});
