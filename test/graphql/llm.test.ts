import { expect, test } from 'vitest';
import { fakeService, reply } from '../support/fake-service.ts';
import { start } from '../support/start.ts';
import { expectData, expectIssue } from './expectations.ts';

/** Copied from the table of the specification, "Built-in LLM ids". */
const BUILT_IN = [
  '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
  'SERVICE_LLAMA_v3_3_70B_V1',
  'CUSTOMER_CLIENT_V1',
];

const SECRET = 'sk-of-the-house-0123';

const INPUT = {
  displayName: 'House model',
  llmFormat: 'openai',
  urls: [{ url: 'https://llm.example/v1', region: null }],
  modelName: 'house-1',
  metadata: { team: null },
  secret: SECRET,
};

const CREATE = `mutation ($input: CreateLlmInput!) {
  createLlm(input: $input) { llm { id displayName isBuiltIn urls { url region } modelName metadata record } }
}`;

const UPDATE = `mutation ($id: ID!, $input: UpdateLlmInput!) {
  updateLlm(id: $id, input: $input) { llm { displayName description modelName record } }
}`;

/** The API of the tests that make no call. */
const service = await start();

test('without the llms extension, the built-in LLMs are those of the specification, without a call', async () => {
  const { run, upstream } = await start({ upstream: reply(500, {}) });
  const data = await expectData(
    run(`{
      all: llms { totalCount nodes { id isBuiltIn description } }
      found: llms(search: "llama") { totalCount nodes { id } }
      second: llms(page: 2, first: 2) { totalCount nodes { id } }
      known: llm(id: "${BUILT_IN[2]}") { id }
      custom: llm(id: "custom-1") { id }
      byIds: llmsByIds(ids: ["${BUILT_IN[2]}", "none"]) { id }
    }`),
  );
  const last = { id: BUILT_IN[2] };
  expect(data).toStrictEqual({
    all: {
      totalCount: 3,
      nodes: BUILT_IN.map((id) => ({
        id,
        isBuiltIn: true,
        description: expect.stringMatching(/^[A-Z].*\.$/),
      })),
    },
    found: { totalCount: 1, nodes: [{ id: BUILT_IN[1] }] },
    second: { totalCount: 3, nodes: [last] },
    known: last,
    custom: null,
    byIds: [last, null],
  });
  const { errors } = await run('{ llms(includeBuiltIn: false) { nodes { id } } }');
  expect(errors).toMatchObject([
    {
      message: expect.stringContaining('does not offer this (llms)'),
      extensions: { code: 'NOT_SUPPORTED' },
    },
  ]);
  expect(upstream.calls).toStrictEqual([]);
});

test('without the llms extension, the custom LLM of a persona has only its id', async () => {
  const page = { data: [{ id: 'p1', llmId: 'custom-1' }, { id: 'p2' }], meta: {} };
  const { run } = await start({ upstream: reply(200, page) });
  const { data } = await run('{ personas { nodes { llm { id isBuiltIn description record } } } }');
  expect(data.personas.nodes).toStrictEqual([
    { llm: { id: 'custom-1', isBuiltIn: false, description: null, record: { id: 'custom-1' } } },
    { llm: null },
  ]);
});

test('a custom LLM is used by a persona, of which only its id is left when it is deleted', async () => {
  const { run, upstream } = await start();
  const data = await expectData(run(CREATE, { input: INPUT }));
  const { id, record, ...created } = data.createLlm.llm;
  const { secret, llmFormat, ...shown } = INPUT;
  expect(created).toStrictEqual({ ...shown, isBuiltIn: false });
  const tuned = { temperature: 0.5, maxTokens: 9, reasoningEffort: 'low' };
  expect((await run(UPDATE, { id, input: tuned })).data.updateLlm.llm.record).toMatchObject(tuned);
  await run(
    `mutation { createPersona(input: { name: "Modelled", llmId: "${id}" }) { persona { id } } }`,
  );
  const query =
    '{ personas(search: "Modelled") { nodes { llmId llm { displayName isBuiltIn } } } }';
  const before = upstream.calls.length;
  const llm = { displayName: 'House model', isBuiltIn: false };
  expect((await run(query)).data.personas.nodes).toStrictEqual([{ llmId: id, llm }]);
  expect(upstream.calls.slice(before)).toHaveLength(2);
  await run(`mutation { deleteLlm(id: "${id}") { deletedId } }`);
  expect((await run(query)).data.personas.nodes).toStrictEqual([{ llmId: id, llm: null }]);
});

test('the secret of an LLM is redacted from the response, wherever the upstream repeats it', async () => {
  const upstream = await fakeService(
    reply(200, {
      id: 'l1',
      displayName: `With ${SECRET}`,
      secret: 'another-secret-of-it',
      metadata: { note: SECRET },
      urls: [{ url: 'https://l.example', apiKey: 'a-key-of-it' }],
    }),
  );
  const { run } = await start({ upstream, extensions: 'all' });
  const { data } = await run(CREATE, { input: INPUT });
  expect(data.createLlm.llm).toMatchObject({
    displayName: 'With [redacted]',
    metadata: { note: '[redacted]' },
  });
  expect(JSON.stringify(data)).not.toMatch(/sk-of|another-secret-of-it|a-key-of-it/);
});

test.each<[string, object, (string | number)[]]>([
  ['a URL', { urls: [{ url: `https://l.example/?key=${SECRET}` }] }, ['urls']],
  ['the metadata', { metadata: { note: { key: SECRET } } }, ['metadata']],
  ['the name', { displayName: `My ${SECRET}` }, ['displayName']],
])(
  'a secret that %s contains is rejected, because responses would show it',
  async (_, repeated, path) => {
    const { run, upstream } = service;
    const created = await run(CREATE, { input: { ...INPUT, ...repeated } });
    const updated = await run(UPDATE, { id: 'l1', input: { secret: SECRET, ...repeated } });
    for (const { errors } of [created, updated]) {
      expectIssue(errors, ['input', ...path]);
      expect(JSON.stringify(errors)).not.toContain(SECRET);
    }
    expect(upstream.calls).toStrictEqual([]);
  },
);

test('a short secret is redacted from errors as a whole word', async () => {
  const secret = 'key-1';
  const message = 'key-1 is wrong: "key-1". Keys like key-10 or monkey-1 exist.';
  const details = [{ path: ['secret', secret], message, code: secret }];
  const { run } = await start({
    upstream: reply(400, { message, reason: secret, details }),
    extensions: 'all',
  });
  const { errors } = await run(CREATE, { input: { ...INPUT, secret } });
  const clean = '[redacted] is wrong: "[redacted]". Keys like key-10 or monkey-1 exist.';
  expect(errors).toMatchObject([
    {
      message: clean,
      extensions: {
        reason: '[redacted]',
        issues: [{ path: ['input', 'secret', '[redacted]'], message: clean, code: 'INVALID' }],
      },
    },
  ]);
});

test.each<[string, object, string]>([
  ['an unknown field', { ...INPUT, [SECRET]: 1 }, 'is invalid: Unknown field.'],
  ['a field of the wrong type', { ...INPUT, displayName: { a: 1 } }, '"input.displayName"'],
  ['a missing field', { secret: SECRET }, '"input.displayName": A value is required.'],
  [
    'a secret that is not a string',
    { ...INPUT, secret: { key: SECRET } },
    '"input.secret": Must be',
  ],
])(
  'the error for variables with %s names the reason or the path, not the secret',
  async (_, input, message) => {
    const { errors } = await service.run(CREATE, { input });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining(message),
      extensions: { code: 'BAD_USER_INPUT' },
    });
    expect(JSON.stringify(errors)).not.toContain(SECRET);
  },
);

/** Values in which a client could send a secret by mistake. */
const MISPLACED = [SECRET, [SECRET], { key: SECRET }, [[{ key: SECRET }]]];

test.each(Object.keys(INPUT))(
  'no error contains a secret that is misplaced in %s, whatever is around it',
  async (field) => {
    for (const value of MISPLACED) {
      const input = { ...INPUT, [field]: value, secret: [value] };
      const { errors } = await service.run(CREATE, { input });
      expect(errors?.map(({ extensions: { code } }) => code)).toContain('BAD_USER_INPUT');
      expect(JSON.stringify(errors)).not.toContain(SECRET);
    }
  },
);

test('the error for a secret in the document does not contain it', async () => {
  const { run, upstream } = service;
  const { errors } = await run(
    `mutation { updateLlm(id: "l1", input: { secret: "${SECRET}" }) { llm { id } } }`,
  );
  expect(errors).toMatchObject([
    {
      message: 'Send a secret as a variable, not as a literal in the document.',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      locations: [{ line: 1, column: 49 }],
    },
  ]);
  expect(JSON.stringify(errors)).not.toContain(SECRET);
  expect(upstream.calls).toStrictEqual([]);
});
