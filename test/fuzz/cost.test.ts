import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS, TIME } from '../support/arbitraries.ts';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { limitDocuments, times } from '../support/operations.ts';
import { post } from '../support/raw-http.ts';
import { start } from '../support/start.ts';

const MAX_COST = 300;
const MAX_MEGABYTES = 0.1;

/** Starts an upstream with a record for every id, each with text and references to many others. */
const startUpstreamWithEveryId = () =>
  fakeService((request, response) => {
    const url = new URL(request.url ?? '', 'http://upstream');
    const perPage = Number(url.searchParams.get('perPage'));
    const create = (id: string) => ({
      id,
      name: `"${id}"\n`,
      displayName: id,
      systemPrompt: '\u0001é'.repeat(300),
      avatarId: `avatar-${id}`,
      voiceId: `voice-${id}`,
      toolIds: Array.from({ length: 40 }, (_, index) => `tool-${index}-${id}`),
      sessionToken: 'x',
    });
    const page = Array.from({ length: perPage }, (_, index) => create(`${index}`));
    const id = url.pathname.split('/').at(-1) ?? '';
    request.resume().on('end', () => {
      sendJson(response, 200, perPage > 0 ? { data: page } : create(id));
    });
  });

const PERSONA_FIELDS =
  'id, name, record, systemPrompt, toolIds, avatar { id displayName }, voice { id }, tools { id record }, __typename'.split(
    ', ',
  );

/** A selection of fields of a persona, each with an alias. */
const selection = fc
  .array(
    fc.tuple(fc.option(fc.stringMatching(/^[a-z]{1,30}$/)), fc.constantFrom(...PERSONA_FIELDS)),
    { minLength: 1, maxLength: 12 },
  )
  .map((fields) =>
    fields
      .map(([alias, field], index) =>
        alias === null ? `x${index}: ${field}` : `${alias}${index}: ${field}`,
      )
      .join(' '),
  );

const TEXT = fc.string({ maxLength: 20 });
/** Mostly valid values, so that most operations are executed, and occasionally any JSON. */
const usually = <T>(valid: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: valid, weight: 12 }, { arbitrary: fc.jsonValue(), weight: 1 });

const anyIds = usually(fc.array(usually(fc.uuid()), { maxLength: 150 }));

const variables = fc.record({
  n: usually(fc.integer({ min: -1, max: 120 })),
  ids: anyIds,
  r: usually(
    fc.array(fc.record({ __typename: fc.constantFrom('Persona', 'Tool', 'None'), id: TEXT }), {
      maxLength: 150,
    }),
  ),
  i: fc.record({
    verify: fc.constant(true),
    personaConfig: fc.record({ personaId: fc.uuid() }),
    extra: fc.oneof(
      fc.record({ personaConfig: fc.record({ toolIds: anyIds }) }),
      fc.dictionary(TEXT, fc.jsonValue(), { maxKeys: 20 }),
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

const query = fc
  .tuple(fc.array(fc.constantFrom(...ROOT_FIELDS), { minLength: 1, maxLength: 6 }), selection)
  .map(
    ([fields, persona]) =>
      `query ($n: Int!, $ids: [ID!]!, $r: [_Any!]!) { ${fields.map((field, index) => `a${index}: ${field}`).join(' ')} unused: toolsByIds(ids: $ids) @skip(if: true) { id } also: _entities(representations: $r) @skip(if: true) { __typename } and: personas(first: $n) @skip(if: true) { totalCount } } fragment p on Persona { ${persona} }`,
  );

const mint = fc
  .integer({ min: 1, max: 3 })
  .map(
    (count) =>
      `mutation ($i: CreateSessionTokenInput!) { ${times(count, (index) => `a${index}: createSessionToken(input: $i) { token { type record } }`)} }`,
  );

test(
  'no operation makes more calls than the maximum cost, or returns more than the maximum size',
  async () => {
    const upstream = await startUpstreamWithEveryId();
    const { url } = await start({
      upstream,
      federation: true,
      extensions: 'all',
      limits: { ...limitDocuments({ cost: MAX_COST }), responseBytes: MAX_MEGABYTES * 1024 ** 2 },
    });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer key' };
    let executed = 0;
    let largest = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(query, mint),
        variables,
        fc.boolean(),
        async (text, values, isChunked) => {
          const before = upstream.calls.length;
          const response = await post(
            url,
            JSON.stringify({ query: text, variables: values }),
            headers,
            isChunked,
          );
          const bytes = response.body.length;
          expect(bytes).toBeLessThanOrEqual(MAX_MEGABYTES * 1024 ** 2);
          expect(Number(response.status)).toBeLessThan(500);
          const calls = upstream.calls.length - before;
          executed += calls > 0 ? 1 : 0;
          largest = Math.max(largest, bytes);
          expect(calls).toBeLessThanOrEqual(MAX_COST);
          const mints = upstream.calls
            .slice(before)
            .filter((call) => call.startsWith('POST')).length;
          if (mints > 0) expect(calls).toBeLessThanOrEqual(101 * mints);
        },
      ),
      // Otherwise, it may be that nothing is executed, or nothing large.
      { numRuns: RUNS * 3, examples: [[LARGE, USUAL, false]] },
    );
    expect(executed).toBeGreaterThan(0);
    expect(largest).toBeGreaterThan(10_000);
  },
  TIME * 3,
);
