import { isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { api, EXTENSIONS } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { schema } from '../../src/graphql/schema.ts';
import { startApi } from '../support/api.ts';
import { OPERATIONS } from '../support/operations.ts';
import { startUpstreamAnswering } from '../support/upstream.ts';

/** Endpoints that are fields of a type. */
const PARTS = ['transcriptOfSession', 'recordingOfSession', 'analyticsOfSession'];

const extensions = Object.entries<Endpoint>(api).filter(
  ([name, { extension }]) => extension && !PARTS.includes(name),
);

/** Fields that need no extension: there is another way. */
const WITHOUT = ['persona', 'llm', 'llms'];

/** Extensions that fields of records call. */
const OF_RECORDS = ['knowledgeDocuments', 'knowledgeDownload'];

const upperFirst = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

test('every extension of the contract has a field of its name at the root', () => {
  const roots = [schema.getQueryType(), schema.getMutationType()].filter(isObjectType);
  const fields = roots.flatMap((type) => Object.keys(type.getFields()));
  expect(extensions.map(([name]) => name).filter((name) => !fields.includes(name))).toStrictEqual(
    OF_RECORDS,
  );
  expect(extensions.length).toBeGreaterThan(15);
});

describe.each(extensions.filter(([name]) => ![...WITHOUT, ...OF_RECORDS].includes(name)))(
  '%s, before an upstream',
  (name, { extension, method, path }) => {
    const operation = OPERATIONS.find((each) => each.name === upperFirst(name));
    if (!operation) throw new Error(`There is no operation ${name}.`);
    const others = EXTENSIONS.filter((each) => each !== extension);

    test.each([['none', []] as const, ['all others', others] as const])(
      'with the extensions of %s fails at once, with a sentence that names the setting',
      async (_, known) => {
        const upstream = await startUpstreamAnswering(200, { id: 'x1' });
        const { runNamed } = await startApi(upstream, { client: { extensions: known } });
        const { status, errors } = await runNamed(operation.name, operation);
        expect(status).toBe(200);
        expect(errors).toMatchObject([
          {
            path: [name],
            message: `${method} ${path} is an extension of the specification. If the upstream has it, add ${extension} to the setting UPSTREAM_EXTENSIONS.`,
            extensions: { code: 'NOT_SUPPORTED' },
          },
        ]);
        expect(upstream.calls).toStrictEqual([]);
      },
    );

    test('with that extension is called', async () => {
      const isList = (method === 'GET' && !path.endsWith('}')) || path.endsWith('/search');
      const list = { data: [], meta: {}, active: 0, sessionCount: 0 };
      const upload = { uploadUrl: 'https://storage.example/1', audioKey: 'k1' };
      const record = { id: 'x1', skipGreeting: false, toolCalls: [], data: [] };
      const answer = isList ? list : { ...record, ...upload };
      const upstream = await startUpstreamAnswering(200, answer);
      const { runNamed } = await startApi(upstream, {
        client: { extensions: EXTENSIONS.filter((each) => each === extension) },
      });
      const { errors } = await runNamed(operation.name, operation);
      expect(errors).toBeUndefined();
      expect(upstream.calls[0]?.replace(/\?.*/, '')).toBe(operation.call);
    });
  },
);

test.each(['avatars', 'tools', 'voices', 'sessions'])(
  '%sConnection without its extension fails at once',
  async (plural) => {
    const upstream = await startUpstreamAnswering(200, {});
    const { run } = await startApi(upstream);
    const { errors } = await run(`{ ${plural}Connection { totalCount } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_SUPPORTED' } }]);
    expect(upstream.calls).toStrictEqual([]);
  },
);

const PAGE = {
  data: [
    { id: 'p1', name: 'Ada', voiceId: 'v1' },
    { id: 'p2', name: 'Ben', voice: { id: 'v2', displayName: 'Wren' } },
    { id: 'p3', name: 'Cleo' },
  ],
  meta: { total: 3 },
};

test('everything else of an answer stands: only voices that are not embedded are missing', async () => {
  const upstream = await startUpstreamAnswering(200, PAGE);
  const { run } = await startApi(upstream);
  const { data, errors } = await run('{ personas { total items { name voice { displayName } } } }');
  expect(data).toStrictEqual({
    personas: {
      total: 3,
      items: [
        { name: 'Ada', voice: null },
        { name: 'Ben', voice: { displayName: 'Wren' } },
        { name: 'Cleo', voice: null },
      ],
    },
  });
  expect(errors).toMatchObject([
    { path: ['personas', 'items', 0, 'voice'], extensions: { code: 'NOT_SUPPORTED' } },
  ]);
  expect(upstream.calls).toHaveLength(1);
});

test('personas by id alone are no reason to change or delete them', async () => {
  const upstream = await startUpstreamAnswering(200, { id: 'p1' });
  const { run } = await startApi(upstream, { client: { personaById: true } });
  const { data, errors } = await run('mutation { deletePersona(id: "p1") { deletedId } }');
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_SUPPORTED' } }]);
  expect(data).toStrictEqual({ deletePersona: null });
  expect((await run('{ persona(id: "p1") { id } }')).data).toStrictEqual({ persona: { id: 'p1' } });
  expect(upstream.calls).toStrictEqual(['GET /v1/personas/p1']);
});

test('a list that the upstream does not have leaves the rest of the answer', async () => {
  const upstream = await startUpstreamAnswering(200, { data: [{ id: 'x1' }], meta: {} });
  const { run } = await startApi(upstream);
  const lists = ['avatars', 'tools', 'voices'];
  const fields = lists.flatMap((name) => [
    `${name} { items { id } }`,
    `${name}Connection { nodes { id } }`,
  ]);
  const { data, errors } = await run(`{ personas { items { id } } ${fields.join(' ')} }`);
  expect(data.personas).toStrictEqual({ items: [{ id: 'x1' }] });
  expect(errors).toHaveLength(fields.length);
  for (const name of lists) expect([data[name], data[`${name}Connection`]]).toEqual([null, null]);
});
