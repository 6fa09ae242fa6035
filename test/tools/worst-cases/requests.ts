import { getIntrospectionQuery } from 'graphql';
import { times } from '../../support/operations.ts';

/** A request that comes near a limit. */
export interface WorstCase {
  readonly name: string;
  /** Returns the request. Each `turn` has another text or other variables, so that nothing is cached for it. */
  create(turn: number): { readonly query: string; readonly variables?: object };
}

const list = <Item>(count: number, create: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => create(index));

/** Bytes of the largest variables that a body holds beside its document. */
const VARIABLE_BYTES = 1_000_000;

const MINT =
  'mutation ($input: CreateSessionTokenInput!) { createSessionToken(input: $input) { token { type } } }';

const mint = (toolIds: readonly string[]) => ({
  query: MINT,
  variables: {
    input: {
      personaConfig: { personaId: 'p1' },
      extra: { personaConfig: { toolIds } },
      verify: true,
    },
  },
});

const UPDATE =
  'mutation ($i: UpdatePersonaInput!) { updatePersona(id: "p1", input: $i) { persona { id } } }';

/** Levels of JSON inside a variable. */
const nest = (levels: number): object =>
  levels === 0 ? {} : { a: nest(levels - 1), b: nest(levels - 1) };

/** The requests that come nearest to each limit, as far as they are known. */
export const WORST_CASES: readonly WorstCase[] = [
  {
    name: 'standard introspection',
    create: (turn) => ({ query: `${getIntrospectionQuery()} # ${turn}` }),
  },
  {
    name: 'introspection just below the cost limit',
    create: (turn) => ({
      query: `{ __schema { types { fields { name description args { name description type { name } } type { name fields { name } } } } } } # ${turn}`,
    }),
  },
  {
    name: 'introspection that multiplies',
    create: (turn) => ({
      query: `{ __schema { types { ...a } } } fragment a on __Type { ${times(12, (i) => `a${i}: fields { ...b }`)} } fragment b on __Field { ${times(12, (i) => `a${i}: type { name description }`)} } # ${turn}`,
    }),
  },
  {
    name: 'the same field 1,900 times',
    create: (turn) => ({ query: `{ tools { totalCount ${'total '.repeat(1_900)} } } # ${turn}` }),
  },
  {
    name: 'fields with arguments that overlap, in fragments',
    create: (turn) => ({
      query: `{ ${times(90, (i) => `...f${i}`)} } ${times(90, (i) => `fragment f${i} on Query { tool(id: "t") { id name } }`)} # ${turn}`,
    }),
  },
  {
    name: 'fragments that double',
    create: (turn) => ({
      query: `{ ...f0 } ${times(100, (i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`)} fragment f100 on Query { tools { totalCount } } # ${turn}`,
    }),
  },
  {
    name: 'unknown fields, each with suggestions',
    create: (turn) => ({ query: `{ ${times(990, (i) => `person${i}x${turn}`)} }` }),
  },
  {
    name: 'a large response: 18 system prompts of 0.9 MB',
    create: (turn) => ({
      query: `{ persona(id: "large") { ${times(18, (i) => `a${i}: systemPrompt`)} } } # ${turn}`,
    }),
  },
  {
    name: 'a response that is too large: 60 records of 0.9 MB',
    create: (turn) => ({
      query: `{ persona(id: "large") { ${times(60, (i) => `a${i}: record`)} } } # ${turn}`,
    }),
  },
  {
    name: 'a long alias in every item',
    create: (turn) => ({
      query: `{ ${times(40, (i) => `a${i}: personas(first: 100, page: ${i + 1}) { ...f }`)} } fragment f on PersonaConnection { nodes { a${turn}${'b'.repeat(40_000)}: id } }`,
    }),
  },
  {
    name: 'ten thousand fields',
    create: (turn) => ({
      query: `{ ${times(2, (i) => `a${i}: personas(first: 100, page: ${i + 1}) { nodes { id name description avatarId avatarModel voiceId llmId toolIds systemPrompt skipGreeting languageCode initialMessage createdAt updatedAt avatar { id displayName imageUrl variantName createdAt updatedAt } voice { id displayName createdAt updatedAt } tools { id name type } } }`)} } # ${turn}`,
    }),
  },
  {
    name: 'a persona with 20,000 tools',
    create: (turn) => ({ query: `{ persona(id: "tools") { tools { id } } } # ${turn}` }),
  },
  {
    name: '4,900 references of _entities',
    create: (turn) => ({
      query: 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Tool { id } } }',
      variables: { r: list(4_900, (i) => ({ __typename: 'Tool', id: `t${turn}-${i}` })) },
    }),
  },
  {
    name: '49 lists of 100 ids',
    create: (turn) => ({
      query: `query ($ids: [ID!]!) { ${times(49, (i) => `a${i}: toolsByIds(ids: $ids) { id }`)} }`,
      variables: { ids: list(100, (i) => `t${turn}-${i}`) },
    }),
  },
  { name: 'a token with 99 tools', create: (turn) => mint(list(99, (i) => `t${turn}-${i}`)) },
  {
    name: 'a token with 25,000 tools',
    create: (turn) => mint(list(25_000, (i) => `${turn}-${i}`)),
  },
  {
    name: 'a variable of spaces that is no number',
    create: () => ({
      query: 'query ($n: Int) { tools(first: $n) { totalCount } }',
      variables: { n: `${' '.repeat(VARIABLE_BYTES)}x` },
    }),
  },
  {
    name: 'a tag of letters with a comma',
    create: () => ({
      query: 'query ($t: [String!]) { avatars(tags: $t) { totalCount } }',
      variables: { t: [`${'x'.repeat(VARIABLE_BYTES)},`] },
    }),
  },
  {
    name: 'a variable that is not declared',
    create: (turn) => ({
      query: '{ tools { totalCount } }',
      variables: { [`n${turn}${'x'.repeat(VARIABLE_BYTES)}`]: 1 },
    }),
  },
  {
    name: 'a list of 400,000 invalid numbers',
    create: () => ({
      query: 'query ($ids: [ID!]!) { toolsByIds(ids: $ids) { id } }',
      variables: { ids: list(400_000, () => true) },
    }),
  },
  {
    name: 'an object of 16 levels in extra',
    create: () => ({
      query: UPDATE,
      variables: { i: { extra: nest(15) } },
    }),
  },
  {
    name: '9,998 keys in extra',
    create: () => ({
      query: UPDATE,
      variables: {
        i: { name: 'x', extra: Object.fromEntries(list(9_998, (i) => [`key${i}`, i])) },
      },
    }),
  },
  {
    name: '60,000 keys in extra',
    create: () => ({
      query: UPDATE,
      variables: {
        i: { name: 'x', extra: Object.fromEntries(list(60_000, (i) => [`key${i}`, i])) },
      },
    }),
  },
  {
    name: '19,900 unknown keys',
    create: () => ({
      query: UPDATE,
      variables: { i: Object.fromEntries(list(19_900, (i) => [`key${i}`, i])) },
    }),
  },
  {
    name: '60,000 unknown keys',
    create: () => ({
      query: UPDATE,
      variables: { i: Object.fromEntries(list(60_000, (i) => [`key${i}`, i])) },
    }),
  },
  {
    name: 'a long operation name',
    create: (turn) => ({ query: `query n${turn}${'x'.repeat(49_000)} { tools { totalCount } }` }),
  },
];
