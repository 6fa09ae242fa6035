import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS, TIME } from '../support/arbitraries.ts';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { limitDocuments, times } from '../support/operations.ts';
import { start } from '../support/start.ts';

const MAX_COST = 300;
const MAX_BYTES = 100_000;

/** Starts an upstream with a record for every id, each with text and references to many others. */
const startUpstreamWithEveryId = () =>
  fakeService((request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? '', 'http://upstream');
    const perPage = Number(searchParams.get('perPage'));
    const create = (id: string) => ({
      id,
      name: `"${id}"\n`,
      systemPrompt: '\u0001é'.repeat(300),
      avatarId: `avatar-${id}`,
      voiceId: `voice-${id}`,
      toolIds: Array.from({ length: 40 }, (_, index) => `tool-${index}-${id}`),
      sessionToken: 'x',
    });
    const data = Array.from({ length: perPage }, (_, index) => create(`${index}`));
    request.resume().on('end', () => {
      sendJson(response, 200, perPage > 0 ? { data } : create(pathname.split('/').at(-1) ?? ''));
    });
  });

/** Formats fields, each with an alias. */
const withAliases = (fields: readonly string[]) =>
  fields.map((field, index) => `a${index}: ${field}`).join(' ');

/** A selection of fields of a persona. */
const selection = fc
  .array(
    fc.constantFrom(
      ...['id', 'name', 'record', 'systemPrompt', 'toolIds', '__typename'],
      ...['avatar { id displayName }', 'voice { id }', 'tools { id record }'],
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map(withAliases);

/** Mostly valid values, so that most operations are executed, and occasionally any JSON. */
const usually = <T>(valid: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: valid, weight: 12 }, { arbitrary: fc.jsonValue(), weight: 1 });

const anyIds = usually(fc.array(usually(fc.uuid()), { maxLength: 150 }));
const representation = fc.record({
  __typename: fc.constantFrom('Persona', 'Tool', 'None'),
  id: fc.string({ maxLength: 20 }),
});

const variables = fc.record({
  n: usually(fc.integer({ min: -1, max: 120 })),
  ids: anyIds,
  r: usually(fc.array(representation, { maxLength: 150 })),
  i: fc.record({
    verify: fc.constant(true),
    personaConfig: fc.record({ personaId: fc.uuid() }),
    extra: fc.oneof(
      fc.record({ personaConfig: fc.record({ toolIds: anyIds }) }),
      fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue(), { maxKeys: 20 }),
    ),
  }),
  more: fc.oneof(fc.string({ maxLength: 200_000 }), fc.jsonValue()),
});

/** A request within all limits, with a response of about 30 KB. */
const LARGE = '{ personas(first: 10) { nodes { record } } }';
const USUAL = {
  n: 20,
  ids: [],
  r: [],
  i: { verify: true as const, personaConfig: { personaId: 'p' }, extra: {} },
  more: '',
};

const ROOT_FIELDS = [
  'personas(first: $n) { nodes { ...p } }',
  'personas(first: $n) { nodes { ...p } edges { node { ...p } } }',
  'toolsByIds(ids: $ids) { id record }',
  'avatarsByIds(ids: $ids) { id }',
  '_entities(representations: $r) { ... on Persona { ...p } ... on Tool { id } }',
  'persona(id: "p") { ...p }',
  '__schema { types { name fields { name } } }',
];

/** Uses every variable. */
const SKIPPED =
  'b: toolsByIds(ids: $ids) @skip(if: true) { id } c: _entities(representations: $r) @skip(if: true) { __typename } d: personas(first: $n) @skip(if: true) { totalCount }';

const query = fc
  .tuple(fc.array(fc.constantFrom(...ROOT_FIELDS), { minLength: 1, maxLength: 6 }), selection)
  .map(
    ([fields, persona]) =>
      `query ($n: Int!, $ids: [ID!]!, $r: [_Any!]!) { ${withAliases(fields)} ${SKIPPED} } fragment p on Persona { ${persona} }`,
  );

const mint = fc.integer({ min: 1, max: 3 }).map((count) => {
  const field = 'createSessionToken(input: $i) { token { type record } }';
  return `mutation ($i: CreateSessionTokenInput!) { ${times(count, (index) => `a${index}: ${field}`)} }`;
});

test(
  'no operation makes more calls than the maximum cost, or returns more than the maximum size',
  async () => {
    const upstream = await startUpstreamWithEveryId();
    const { url } = await start({
      upstream,
      federation: true,
      extensions: 'all',
      limits: { ...limitDocuments({ cost: MAX_COST }), responseBytes: MAX_BYTES },
    });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer key' };
    let executed = 0;
    let largest = 0;
    const send = async (text: string, values: object) => {
      const before = upstream.calls.length;
      const body = JSON.stringify({ query: text, variables: values });
      const response = await fetch(url, { method: 'POST', headers, body });
      const { byteLength } = await response.arrayBuffer();
      expect(byteLength).toBeLessThanOrEqual(MAX_BYTES);
      expect(response.status).toBeLessThan(500);
      const calls = upstream.calls.slice(before);
      if (calls.length > 0) executed += 1;
      largest = Math.max(largest, byteLength);
      expect(calls.length).toBeLessThanOrEqual(MAX_COST);
      const mints = calls.filter((call) => call.startsWith('POST')).length;
      if (mints > 0) expect(calls.length).toBeLessThanOrEqual(101 * mints);
    };
    await fc.assert(fc.asyncProperty(fc.oneof(query, mint), variables, send), {
      numRuns: RUNS * 3,
      // Otherwise, it may be that nothing is executed, or nothing large.
      examples: [[LARGE, USUAL]],
    });
    expect(executed).toBeGreaterThan(0);
    expect(largest).toBeGreaterThan(10_000);
  },
  TIME * 3,
);
