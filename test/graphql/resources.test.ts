import { describe, expect, test } from 'vitest';
import { sendJson } from '../support/fake-service.ts';
import { LIVE, startLive } from '../support/live-service.ts';
import { NAMES, OPERATIONS } from '../support/operations.ts';
import { handbook, personas } from '../support/sample/records.ts';
import { type Api, start } from '../support/start.ts';
import { expectData, expectIssue } from './expectations.ts';
import { RESOURCES, runField } from './root-fields.ts';

// What all resources have in common. Their names and root fields follow from the contract, and the variables of their
// operations are those of test/support/operations.ts.

const JSON_TYPE = { 'content-type': 'application/json' };

const UNKNOWN = '00000000-0000-4000-8000-000000000999';

/** Ids of records that operations refer to, by the names that they have in the table of operations. */
const IDS: Readonly<Record<string, readonly [seeded: string, live: string]>> = {
  p1: [personas[0]?.id ?? '', LIVE.persona],
  g1: [handbook.id, LIVE.missing],
};

const seeded = await start();

const SERVICES = [
  ['the built-in service', seeded, RESOURCES],
  [
    'a live service',
    await startLive(),
    RESOURCES.filter(({ name }) => ['persona', 'avatar', 'tool', 'voice', 'llm'].includes(name)),
  ],
] as const;

/** Runs an operation with the variables of the table, but these ones, and returns its only root field. */
async function ask({ runNamed }: Api, name: string, changed: object, isLive: boolean) {
  const operation = OPERATIONS.find((each) => each.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  const variables = JSON.parse(
    JSON.stringify({ ...operation.variables, ...changed }),
    (_, value) => (Object.hasOwn(IDS, value) ? IDS[value]?.[isLive ? 1 : 0] : value),
  );
  const { files } = operation;
  const { data, errors } = await runNamed(name, { variables, ...(files && { files }) });
  const [field = ''] = Object.keys(data ?? {});
  return { value: data?.[field], errors, input: variables.input };
}

/** The values of an input that a record repeats. */
const findShown = (input: object, record: object) =>
  Object.fromEntries(
    Object.entries(input).filter(([key, value]) => key in record && value !== null),
  );

describe.each(SERVICES)('%s', (service, api, all) => {
  const isLive = service === 'a live service';
  const created = all.flatMap(({ name, Name, collection, create, update }) =>
    create ? [{ name, Name, collection, create: create.name, update }] : [],
  );
  test.each(created)('creates, reads, lists, updates and deletes: $name', async (resource) => {
    const { name, Name, create, update, collection } = resource;
    const run = (operation: string, variables: object = {}) =>
      ask(api, operation, variables, isLive);
    const { value, errors, input } = await run(
      `${create.charAt(0).toUpperCase()}${create.slice(1)}`,
    );
    expect(errors).toBeUndefined();
    const record = value[name];
    expect(record).toMatchObject(findShown(input, record));
    const { id } = record;
    expect((await run(Name, { id })).value).toMatchObject({ id });
    const plural = `${collection.charAt(0).toUpperCase()}${collection.slice(1)}`;
    for (const [list, variables] of [
      [plural, { first: 100 }],
      [`${plural}ByIds`, { ids: [id] }],
    ] as const) {
      if (NAMES.includes(list))
        expect(JSON.stringify(await run(list, variables))).toContain(`"id":"${id}"`);
    }
    if (update) {
      const changed = await run(`Update${Name}`, { id });
      expect(changed.errors).toBeUndefined();
      // The status of a document changes by itself.
      const { updatedAt, status, ...kept } = record;
      const shown = findShown(changed.input, record);
      expect(changed.value[name]).toMatchObject({ ...kept, ...shown });
      expect((await run(Name, { id })).value).toMatchObject(shown);
    }
    const removal = name === 'meetingInvite' ? 'CancelMeetingInvite' : `Delete${Name}`;
    const removed = await run(removal, { id });
    expect(Object.values(removed.value)[0]).toBe(id);
    if (name === 'meetingInvite') return;
    expect(await run(Name, { id })).toMatchObject({ value: null, errors: undefined });
    for (const again of [removal, ...(update ? [`Update${Name}`] : [])])
      expect((await run(again, { id })).errors).toMatchObject([
        { extensions: { code: 'NOT_FOUND' } },
      ]);
  });
});

/** Responses to the end of a record: a status and a body. */
const CONFIRMATIONS = [
  [200, '{"message":"Gone"}'],
  [200, '{}'],
  [200, ''],
  [204, ''],
  [200, 'null'],
  [200, '7'],
] as const;

describe.each(RESOURCES)('$name', ({ get, byIds, list, update, remove, path }) => {
  test.each([
    ['is unknown', UNKNOWN],
    ['the upstream rejects as malformed', 'not-a-uuid'],
  ])('an id that %s is null in queries and NOT_FOUND in mutations', async (_, id) => {
    for (const field of [get, byIds]) {
      const variables = { id, ids: [id] };
      const { data, errors } = await runField(seeded, { ...field, variables });
      expect(errors).toBeUndefined();
      expect(data).toStrictEqual({ [field.name]: field === byIds ? [null] : null });
    }
    for (const field of update ? [update, remove] : [remove]) {
      const variables = { ...field.variables, id };
      const { errors } = await runField(seeded, { ...field, variables });
      expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    }
  });

  test('an id with a path in it is rejected without a call', async () => {
    const calls = seeded.upstream.calls.length;
    for (const field of [get, remove]) {
      const { errors } = await runField(seeded, { ...field, variables: { id: 'a/b' } });
      expectIssue(errors, ['id']);
    }
    expect(seeded.upstream.calls).toHaveLength(calls);
  });

  test('records by ids keep the order of the ids, each looked up once, with null for a missing one', async () => {
    const { upstream, ...api } = await start({
      upstream: (request, response) => {
        const id = request.url?.split('/').at(-1);
        if (id === 'gone') return sendJson(response, 404, { error: 'Not found' });
        return sendJson(response, 200, { id, skipGreeting: false, config: {}, toolCalls: [] });
      },
      extensions: 'all',
    });
    const run = (ids: readonly string[]) => runField(api, { ...byIds, variables: { ids } });
    const { data, errors } = await run(['x2', 'gone', 'x1', 'x2']);
    expect(errors).toBeUndefined();
    expect(data[byIds.name]).toStrictEqual([{ id: 'x2' }, null, { id: 'x1' }, { id: 'x2' }]);
    expect([...upstream.calls].sort()).toStrictEqual(
      ['gone', 'x1', 'x2'].map((id) => `GET ${path}/${id}`),
    );
    const many = await run(Array.from({ length: 101 }, (_, n) => `x${n}`));
    expectIssue(many.errors, ['ids'], { code: 'TOO_LARGE' });
    expect((await run([])).data).toStrictEqual({ [byIds.name]: [] });
    expect(upstream.calls).toHaveLength(3);
  });

  test('any response but a web page, as captive portals send it, confirms the end of a record', async () => {
    const next = { status: 200, body: '<html>Welcome</html>' };
    const { upstream, ...api } = await start({
      upstream: (request, response) =>
        request.resume().on('end', () => response.writeHead(next.status, JSON_TYPE).end(next.body)),
      extensions: 'all',
    });
    const { errors } = await runField(api, remove);
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } }]);
    expect(upstream.calls).toHaveLength(1);
    for (const [status, body] of CONFIRMATIONS) {
      Object.assign(next, { status, body });
      const { data, errors } = await runField(api, remove);
      expect([body, errors, Object.values(Object(data[remove.name]))]).toStrictEqual([
        body,
        undefined,
        ['x1'],
      ]);
    }
    const once = upstream.calls.slice(0, 1);
    expect(upstream.calls).toStrictEqual([once, ...CONFIRMATIONS.map(() => once)].flat());
  });

  test.runIf(list)('an upstream without records has an empty list', async () => {
    const { run } = await start({
      upstream: (_, response) => sendJson(response, 404, { error: 'No records found' }),
      extensions: 'all',
    });
    const data = await expectData(run(`{ ${list?.name} { totalCount nodes { id } } }`));
    expect(data).toStrictEqual({ [String(list?.name)]: { totalCount: 0, nodes: [] } });
  });

  test.runIf(list)('a list has each record once, and its own cursors only', async () => {
    const ids: string[] = [];
    const document = `query ($after: String) { found: ${list?.name}(first: 2, after: $after) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } }`;
    for (let after: string | null = null, more = true; more; ) {
      const { data, errors } = await seeded.run(document, { after });
      expect(errors).toBeUndefined();
      const { nodes, pageInfo, totalCount } = data.found;
      ids.push(...nodes.map(({ id }: { id: string }) => id));
      expect(ids.length).toBeLessThanOrEqual(totalCount);
      more = pageInfo.hasNextPage;
      after = pageInfo.endCursor;
    }
    const { data } = await seeded.run(`{ all: ${list?.name}(first: 100) { nodes { id } } }`);
    expect(ids.map((id) => ({ id }))).toStrictEqual(data.all.nodes);
    const after = btoa('["something else",1,"p"]');
    const { errors } = await seeded.run(document, { after });
    expect(errors?.[0]?.extensions).toMatchObject({ issues: [{ path: ['after'] }] });
  });
});

test.each([
  '',
  '.',
  '..',
  '..\\a',
  '%2e%2e',
  'a%2fb',
  'a?b',
  'a#b',
  'a\n',
  'a\0',
  'a\x85',
  'a\ud800',
])('the id %j is rejected without a call', async (id) => {
  const calls = seeded.upstream.calls.length;
  const { errors } = await seeded.run('query ($id: ID!) { tool(id: $id) { id } }', { id });
  expectIssue(errors, ['id']);
  expect(seeded.upstream.calls).toHaveLength(calls);
});

/** All lists of the graph, except those of connections, and of settings that a persona may not have. */
const LISTS = `{
  personas { nodes { toolIds knowledge tools { id } shareLinks { nodes { id } } } }
  avatars { nodes { displayTags availableModels } }
  voices { nodes { displayTags } }
  tools { nodes { knowledgeGroups { id } } }
  shareLinks { nodes { allowedOrigins } }
  knowledgeGroups { nodes { documents { nodes { id } } search(query: "x") { content } } }
  sessions {
    nodes {
      toolCalls { documentsAccessed }
      transcript { messages { message } }
      analytics { turns { toolCalls { toolName } } summary { toolCalls { byName { name } } } }
    }
  }
  sessionStatistics { slowestTurns { sessionId } }
}`;

const find = (value: unknown, path: string): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => find(item, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isPart = ['transcript', 'analytics'].includes(key);
    return inner === null && !isPart ? [`${path}.${key}`] : find(inner, `${path}.${key}`);
  });
};

test('the built-in service has an empty list where there is nothing', async () => {
  const { run } = await start();
  await run('mutation { createPersona(input: { name: "Ada" }) { persona { id } } }');
  await run(
    'mutation { createTool(input: { name: "x", description: "x", config: { client: {} } }) { tool { id } } }',
  );
  await run('mutation { createKnowledgeGroup(input: { name: "x" }) { knowledgeGroup { id } } }');
  const data = await expectData(run(LISTS));
  expect([...new Set(find(data, ''))]).toStrictEqual([]);
});
