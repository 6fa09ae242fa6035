import { expect, test } from 'vitest';
import { start } from '../support/start.ts';
import { startUpstream, startUpstreamWithResponse } from '../support/upstream.ts';

const UPDATE = `mutation { updateTool(id: "t1", input: { name: "lookup" }) { tool { id } } }`;

const DOWN = 'db-7.internal is down';
const BUSY = 'At capacity, please try again.';

/** What fails, its status and body, and the message and the reason that callers see. */
test.each<[string, number, unknown, string?, string?]>([
  ['a 403', 403, { error: 'No', message: 'Needs a pro plan.' }, 'Needs a pro plan.'],
  ['a 503 of the service', 503, { error: 'Not enabled' }, 'Not enabled'],
  [
    'a 503 with a reason',
    503,
    { error: 'Busy', message: BUSY, reason: 'capacity' },
    BUSY,
    'capacity',
  ],
  ['a gateway', 502, { message: DOWN }],
  ['problem details of a gateway', 503, { title: 'Unavailable', detail: DOWN }],
  ['a stack trace', 500, { error: 'Error: no such table\n    at db.ts:7' }],
  ['a page', 500, `<h1>${DOWN}</h1>`],
])(
  'the message of %s is returned only if it is in the format of the service',
  async (_, status, body, message, reason) => {
    const upstream = await startUpstreamWithResponse(status, body);
    const { errors } = await (await start({ upstream })).run(UPDATE);
    expect(errors?.[0]?.message).toBe(message ?? `The upstream failed with status ${status}.`);
    expect(errors?.[0]?.extensions.reason).toBe(reason);
  },
);

test('a key in the message of a 503 is redacted', async () => {
  const upstream = await startUpstreamWithResponse(503, { error: 'secret-key-7 is suspended' });
  const { run } = await start({ upstream });
  const { errors } = await run(UPDATE, {}, { authorization: 'Bearer secret-key-7' });
  expect(errors?.[0]?.message).toBe('[redacted] is suspended');
});

/** JSON that `JSON.parse` reads, but that overflows the stack of `JSON.stringify`. */
const DEEP = `{"id":"t1","newer":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;

test.each([
  ['{ tool(id: "t1") { id record } }', {}],
  ['{ llm(id: "00000000-0000-4000-8000-000000000000") { id record } }', {}],
  ['{ tool(id: "t1") { id record } __type(name: "Tool") { name } }', {}],
  [
    'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Tool { id record } } }',
    { r: [{ __typename: 'Tool', id: 't1' }] },
  ],
])('a record that is nested too deeply fails its field: %s', async (query, variables) => {
  const upstream = await startUpstream((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(DEEP);
  });
  const options = { federation: true, client: { extensions: ['llms'] } } as const;
  const { run } = await start({ upstream, ...options });
  const { errors } = await run(query, variables);
  expect(errors).toMatchObject([
    {
      path: expect.arrayContaining(['record']),
      extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
    },
  ]);
});

test('avatars are returned without one that fails', async () => {
  const upstream = await startUpstream(({ url }, response) => {
    const id = url?.split('/').at(-1) ?? '';
    response.statusCode = id === 'bad' ? 500 : id === 'gone' ? 404 : 200;
    response.end(JSON.stringify({ id, error: 'x' }));
  });
  const { run } = await start({ upstream });
  const { data, errors } = await run('{ avatarsByIds(ids: ["a", "bad", "gone", "b"]) { id } }');
  expect(data).toStrictEqual({ avatarsByIds: [{ id: 'a' }, null, null, { id: 'b' }] });
  expect(errors).toMatchObject([
    { path: ['avatarsByIds', 1], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
  ]);
});
