import { describe, expect, test } from 'vitest';
import { connectAgent, mcp } from '../support/agent.ts';
import {
  agent,
  getError,
  parseExample,
  signToken,
  startPolicyApi,
  type TokenClaims,
} from '../support/policy.ts';
import { MINE, OTHER } from '../support/policy-upstream.ts';

const SUPPORT = agent(
  'support-agent',
  'avatar-graphql/personas:read avatar-graphql/sessions:read avatar-graphql/personas:write tools:read',
);
const EDITOR = agent(
  'editor-agent',
  'avatar-graphql/personas:read avatar-graphql/personas:write avatar-graphql/tokens:mint',
);

const READER = agent(
  'editor-agent',
  'personas:read personas:write records:read share-links:read share-links:write sessions:read'.replaceAll(
    /\S+/g,
    'avatar-graphql/$&',
  ),
);

async function start(claims: TokenClaims, file = parseExample('Agents')) {
  const api = await startPolicyApi(file, { mcp });
  const authorization = `Bearer ${await signToken(claims)}`;
  const connect = () => connectAgent(api.url.replace('/graphql', '/mcp'), { authorization });
  return { api, connect, run: (document: string) => api.runAs(claims, document) };
}

/** The agents with the scopes that their tokens say. */
function createOpen() {
  const file = parseExample('Agents');
  const open = { scopes: 'all' as const };
  return { ...file, roles: file.roles.map((role) => ({ ...role, ...open })) };
}

test('a support agent sees and calls the tools of its scopes', async () => {
  const { connect, api } = await start(SUPPORT);
  const { client, call } = await connect();
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toContain('Sessions');
  expect(names).not.toContain('UpdatePersona');
  await expect(call('NoSuchTool')).rejects.toThrow('This tool does not exist.');
  const input = { name: 'New' };
  const { structuredContent } = await call('UpdatePersona', { id: MINE, input });
  expect(structuredContent.errors[0].extensions.code).toBe('FORBIDDEN');
  expect(api.upstream.recorded).toStrictEqual([]);
  const read = await call('Personas');
  expect(read.structuredContent.data.personas.nodes).toHaveLength(2);
});

describe('an editor agent', () => {
  test('changes its persona only', async () => {
    const { connect, api } = await start(EDITOR);
    const { call } = await connect();
    const change = (id: string) => call('UpdatePersona', { id, input: { name: 'New' } });
    expect((await change(OTHER)).structuredContent.errors[0].extensions.code).toBe('NOT_FOUND');
    expect(api.upstream.recorded).toStrictEqual([]);
    expect((await change(MINE)).structuredContent.data.updatePersona.persona.id).toBe(MINE);
    expect(api.upstream.calls).toContain(`PUT /v1/personas/${MINE}`);
  });

  test('reads no other persona, also by the field `record`', async () => {
    const { run, api } = await start(READER, createOpen());
    const personaConfig = { systemPrompt: 'x' };
    for (const [id, personaId] of [
      ['s1', OTHER],
      ['s2', null],
    ] as const)
      api.upstream.sessions.set(id, { id, personaId, personaConfig });
    const { data, errors } = await run(`{
      persona(id: "${OTHER}") { record }
      shareLink(id: "link1") { id }
      shareLinks(personaId: "${OTHER}") { totalCount nodes { id } }
      all: shareLinks { totalCount nodes { id } }
      s1: session(id: "s1") { record }
      s2: session(id: "s2") { record }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ persona: null, shareLink: null, s1: null, s2: null });
    expect(data.shareLinks).toStrictEqual({ totalCount: 0, nodes: [] });
    expect(data.all).toStrictEqual({ totalCount: null, nodes: [] });
  });

  test('deletes no share link of another persona', async () => {
    const { run, api } = await start(READER, createOpen());
    const response = await run('mutation { deleteShareLink(id: "link1") { deletedId } }');
    expect(getError(response).code).toBe('NOT_FOUND');
    expect(api.upstream.calls).toStrictEqual(['GET /v1/share-links/link1']);
  });
});

test('entities of a gateway are only those that exist for the caller', async () => {
  const api = await startPolicyApi(createOpen(), { federation: true });
  const { data } = await api.runAs(
    EDITOR,
    'query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Persona { name } } }',
    { representations: [MINE, OTHER].map((id) => ({ __typename: 'Persona', id })) },
  );
  expect(data).toStrictEqual({ _entities: [{ name: 'Mine' }, null] });
});
