import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { SERVER_KEY, startIssuer } from '../../support/issuer.ts';
import { LIVE, startLiveService } from '../../support/live-service.ts';
import { limitDocuments } from '../../support/operations.ts';
import { type StartOptions, start } from '../../support/start.ts';
import { expectData } from '../expectations.ts';

const ENTITIES = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) {
    __typename
    ... on Persona { id name avatar { displayName } }
    ... on Avatar { id displayName }
    ... on Tool { id name }
    ... on Voice { id displayName }
    ... on Llm { id displayName }
  }
}`;

const refer = (__typename: string, id: unknown) => ({ __typename, id });

const startSubgraph = async (options: StartOptions = {}) => {
  const upstream = await startLiveService();
  const api = await start({ upstream, federation: true, extensions: 'all', ...options });
  const resolve = (...representations: unknown[]) => api.run(ENTITIES, { representations });
  return { ...api, upstream, resolve };
};

/** An upstream that has a record for every id. */
const startUpstreamWithEveryId = () =>
  fakeService((request, response) => {
    const id = new URL(request.url ?? '', 'http://upstream').pathname.split('/').at(-1);
    sendJson(response, 200, { id, displayName: `Avatar ${id}` });
  });

test('the printed subgraph is what _service returns', async () => {
  const { run } = await startSubgraph();
  const { data } = await run('{ _service { sdl } }');
  expect(data._service.sdl).toBe(readFileSync('schema/subgraph.graphql', 'utf8'));
});

test('JSON keys such as then, toJSON and constructor are returned as data', async () => {
  const metadata: object = JSON.parse(
    '{"then":"x","catch":{},"toJSON":1,"constructor":null,"length":7}',
  );
  const record = { id: 'l1', ...metadata, metadata };
  const { run } = await start({
    upstream: (_, response) => sendJson(response, 200, record),
    federation: true,
    extensions: 'all',
  });
  const document = `query ($representations: [_Any!]!) {
    _entities(representations: $representations) { ... on Llm { metadata record } }
    llm(id: "l1") { metadata record }
  }`;
  const data = await expectData(run(document, { representations: [refer('Llm', 'l1')] }));
  expect(data).toStrictEqual({
    _entities: [{ metadata, record }],
    llm: { metadata, record },
  });
});

test('FEDERATION makes the API a subgraph, whose _service counts as introspection', async () => {
  const { run } = await start({ settings: { FEDERATION: 'true' } });
  expect((await run(ENTITIES, { representations: [] })).data).toStrictEqual({ _entities: [] });
  const sdl = '{ _service { sdl } }';
  const hidden = await startSubgraph({ introspection: false });
  expect((await hidden.run(sdl)).errors?.[0]?.message).toContain('introspection has been disabled');
  const { errors } = await (await startSubgraph({ federation: false })).run(sdl);
  expect(errors?.[0]?.message).toBe('Cannot query field "_service" on type "Query".');
});

test('entities of every type are returned in order, with null for unknown ids', async () => {
  const { resolve } = await startSubgraph();
  const [avatar = '', other = ''] = LIVE.avatars;
  const { data, errors } = await resolve(
    refer('Voice', LIVE.voices[0]),
    refer('Avatar', avatar),
    refer('Avatar', LIVE.missing),
    refer('Persona', LIVE.persona),
    refer('Tool', LIVE.tool),
    refer('Llm', LIVE.llm),
    refer('Avatar', other),
  );
  expect(errors).toBeUndefined();
  expect(data._entities).toMatchObject([
    { __typename: 'Voice', id: LIVE.voices[0], displayName: 'Voice 700' },
    { __typename: 'Avatar', id: avatar, displayName: 'Avatar 901' },
    null,
    { __typename: 'Persona', id: LIVE.persona, avatar: { displayName: expect.any(String) } },
    { __typename: 'Tool', id: LIVE.tool, name: expect.any(String) },
    { __typename: 'Llm', id: LIVE.llm, displayName: 'House model' },
    { __typename: 'Avatar', id: other, displayName: 'Avatar 902' },
  ]);
});

const shared = await startSubgraph();

test.each<[string, unknown, string?]>([
  ['of an unknown type', refer('Invoice', 'i1'), '__typename'],
  ['of a type without a key', refer('PageInfo', 'i1'), '__typename'],
  ['of a type named like a property of every object', refer('constructor', 'i1'), '__typename'],
  ['without a type', { id: LIVE.tool }, '__typename'],
  ['without an id', { __typename: 'Tool' }, 'id'],
  ['with a path as its id', refer('Tool', '..'), 'id'],
  ['with a number as its id', refer('Tool', 7), 'id'],
  ['that is a number', 7],
  ['that is a list', [refer('Tool', LIVE.tool)]],
])('a reference %s fails alone with BAD_USER_INPUT', async (_, representation, key) => {
  const { resolve, upstream } = shared;
  upstream.calls.splice(0);
  const { data, errors } = await resolve(refer('Tool', LIVE.tool), representation);
  expect(data._entities).toMatchObject([{ id: LIVE.tool }, null]);
  expect(errors).toMatchObject([
    {
      path: ['_entities', 1],
      extensions: {
        code: 'BAD_USER_INPUT',
        ...(key && { issues: [{ path: ['representations', 1, key] }] }),
      },
    },
  ]);
  expect(upstream.calls).toHaveLength(1);
});

test('only entities within the scopes of their queries resolve', async () => {
  const issuer = await startIssuer();
  const upstream = await startUpstreamWithEveryId();
  const { run } = await start({
    upstream: { ...upstream, key: SERVER_KEY },
    federation: true,
    authenticate: issuer.authenticate(),
    extensions: 'all',
  });
  const authorization = `Bearer ${await issuer.sign({ scope: 'tools:read' })}`;
  const names = ['Tool', 'Persona', 'Avatar', 'Voice', 'Llm'];
  const { data, errors } = await run(
    'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }',
    { r: names.map((name) => refer(name, 'x1')) },
    { authorization },
  );
  expect(data._entities).toStrictEqual([{ __typename: 'Tool' }, null, null, null, null]);
  expect(errors?.map(({ extensions }) => extensions.code)).toStrictEqual(
    Array(4).fill('FORBIDDEN'),
  );
  expect(upstream.calls).toHaveLength(1);
});

test('an entity without an upstream endpoint is NOT_SUPPORTED', async () => {
  const { resolve } = await startSubgraph({ extensions: 'none' });
  const { data, errors } = await resolve(refer('Voice', 'v1'), refer('Tool', LIVE.tool));
  expect(data._entities).toMatchObject([null, { id: LIVE.tool }]);
  expect(errors).toMatchObject([{ path: ['_entities', 0], extensions: { code: 'NOT_SUPPORTED' } }]);
});

test('each reference adds to the query cost, even without selected fields', async () => {
  const limits = limitDocuments({ cost: 100 });
  const { run, upstream } = await startSubgraph({ limits });
  const cost = async (document: string, count: number) => {
    const r = Array.from({ length: count }, (_, index) => refer('Tool', `t${index}`));
    return (await run(document, { r })).errors?.[0]?.message;
  };
  const named =
    'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Tool { id name } } }';
  expect(await cost(named, 33)).toBeUndefined();
  expect(await cost(named, 34)).toContain('The operation has a cost of 102.');
  const typed = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }';
  expect(await cost(typed, 101)).toContain('The maximum cost is 100.');
  const literal = `{ _entities(representations: [${'{ __typename: "Tool", id: "t" },'.repeat(40)}]) { ... on Tool { id name } } }`;
  expect(await cost(literal, 0)).toContain('The operation has a cost of 120.');
  expect(upstream.calls).toHaveLength(33);
});
