import { deflateRawSync } from 'node:zlib';
import { bomb, docx, pdf } from '../../support/files.ts';
import { times } from '../../support/operations.ts';

/** Returns a request. Each `turn` has another text or other variables, so that nothing is cached for it. */
type CreateRequest = (turn: number) => { readonly query: string; readonly variables?: object };

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
export const WORST_REQUESTS: readonly (readonly [name: string, create: CreateRequest])[] = [
  [
    'introspection just below the cost limit',
    (turn) => ({
      query: `{ __schema { types { fields { name description args { name description type { name } } type { name fields { name } } } } } } # ${turn}`,
    }),
  ],
  [
    'introspection that multiplies',
    (turn) => ({
      query: `{ __schema { types { ...a } } } fragment a on __Type { ${times(12, (i) => `a${i}: fields { ...b }`)} } fragment b on __Field { ${times(12, (i) => `a${i}: type { name description }`)} } # ${turn}`,
    }),
  ],
  [
    'the same field 1,900 times',
    (turn) => ({ query: `{ tools { totalCount ${'total '.repeat(1_900)} } } # ${turn}` }),
  ],
  [
    'fields with arguments that overlap, in fragments',
    (turn) => ({
      query: `{ ${times(90, (i) => `...f${i}`)} } ${times(90, (i) => `fragment f${i} on Query { tool(id: "t") { id name } }`)} # ${turn}`,
    }),
  ],
  [
    'fragments that double',
    (turn) => ({
      query: `{ ...f0 } ${times(100, (i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`)} fragment f100 on Query { tools { totalCount } } # ${turn}`,
    }),
  ],
  [
    'unknown fields, each with suggestions',
    (turn) => ({ query: `{ ${times(990, (i) => `person${i}x${turn}`)} }` }),
  ],
  [
    'a large response: 18 system prompts of 0.9 MB',
    (turn) => ({
      query: `{ persona(id: "large") { ${times(18, (i) => `a${i}: systemPrompt`)} } } # ${turn}`,
    }),
  ],
  [
    'a response that is too large: 60 records of 0.9 MB',
    (turn) => ({
      query: `{ persona(id: "large") { ${times(60, (i) => `a${i}: record`)} } } # ${turn}`,
    }),
  ],
  [
    'a long alias in every item',
    (turn) => ({
      query: `{ ${times(40, (i) => `a${i}: personas(first: 100, page: ${i + 1}) { ...f }`)} } fragment f on PersonaConnection { nodes { a${turn}${'b'.repeat(40_000)}: id } }`,
    }),
  ],
  [
    'ten thousand fields',
    (turn) => ({
      query: `{ ${times(2, (i) => `a${i}: personas(first: 100, page: ${i + 1}) { nodes { id name description avatarId avatarModel voiceId llmId toolIds systemPrompt skipGreeting languageCode initialMessage createdAt updatedAt avatar { id displayName imageUrl variantName createdAt updatedAt } voice { id displayName createdAt updatedAt } tools { id name type } } }`)} } # ${turn}`,
    }),
  ],
  [
    'a persona with 20,000 tools',
    (turn) => ({ query: `{ persona(id: "tools") { tools { id } } } # ${turn}` }),
  ],
  [
    '4,900 references of _entities',
    (turn) => ({
      query: 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Tool { id } } }',
      variables: { r: list(4_900, (i) => ({ __typename: 'Tool', id: `t${turn}-${i}` })) },
    }),
  ],
  [
    '49 lists of 100 ids',
    (turn) => ({
      query: `query ($ids: [ID!]!) { ${times(49, (i) => `a${i}: toolsByIds(ids: $ids) { id }`)} }`,
      variables: { ids: list(100, (i) => `t${turn}-${i}`) },
    }),
  ],
  ['a token with 99 tools', (turn) => mint(list(99, (i) => `t${turn}-${i}`))],
  ['a token with 25,000 tools', (turn) => mint(list(25_000, (i) => `${turn}-${i}`))],
  [
    'a variable of spaces that is no number',
    () => ({
      query: 'query ($n: Int) { tools(first: $n) { totalCount } }',
      variables: { n: `${' '.repeat(VARIABLE_BYTES)}x` },
    }),
  ],
  [
    'a tag of letters with a comma',
    () => ({
      query: 'query ($t: [String!]) { avatars(tags: $t) { totalCount } }',
      variables: { t: [`${'x'.repeat(VARIABLE_BYTES)},`] },
    }),
  ],
  [
    'a variable that is not declared',
    (turn) => ({
      query: '{ tools { totalCount } }',
      variables: { [`n${turn}${'x'.repeat(VARIABLE_BYTES)}`]: 1 },
    }),
  ],
  [
    'a list of 400,000 invalid numbers',
    () => ({
      query: 'query ($ids: [ID!]!) { toolsByIds(ids: $ids) { id } }',
      variables: { ids: list(400_000, () => true) },
    }),
  ],
  [
    'an object of 16 levels in extra',
    () => ({
      query: UPDATE,
      variables: { i: { extra: nest(15) } },
    }),
  ],
  [
    '60,000 keys in extra',
    () => ({
      query: UPDATE,
      variables: {
        i: { name: 'x', extra: Object.fromEntries(list(60_000, (i) => [`key${i}`, i])) },
      },
    }),
  ],
  [
    '19,900 unknown keys',
    () => ({
      query: UPDATE,
      variables: { i: Object.fromEntries(list(19_900, (i) => [`key${i}`, i])) },
    }),
  ],
  [
    'a long operation name',
    (turn) => ({ query: `query n${turn}${'x'.repeat(49_000)} { tools { totalCount } }` }),
  ],
];

const XML =
  '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>';
const unclosed = `${XML}${'<w:p>'.repeat(600_000)}`;

/** A PDF whose list of pages names one page very many times. */
const manyPages = (): Buffer<ArrayBuffer> => {
  const text = pdf(['text']).toString('latin1');
  const kids = '4 0 R '.repeat(200_000);
  const changed = text.replace('/Kids [4 0 R] /Count 1', `/Kids [${kids}] /Count 200000`);
  return Buffer.from(changed, 'latin1');
};

const random = () => Math.random().toString(36).slice(2, 9);
const vocabulary = Array.from({ length: 100_000 }, random);

/** A text of words. */
export const createWords = (characters: number, words: readonly string[] = vocabulary): string => {
  const parts: string[] = [];
  for (let length = 0; length < characters; length += parts.at(-1)?.length ?? 0)
    parts.push(`${words[Math.floor(Math.random() * words.length)]} `);
  return parts.join('').slice(0, characters);
};

/** Documents that take as long, or as much memory, as possible. The end of the name is the format. */
export const DOCUMENTS: readonly [name: string, content: BlobPart][] = [
  ['unclosed.docx', docx({ packed: deflateRawSync(unclosed), size: unclosed.length })],
  ['pages.pdf', manyPages()],
  ['bomb.pdf', pdf([bomb(150)])],
  ['bomb.docx', docx({ packed: bomb(400, deflateRawSync), size: 1 })],
  ['600 kB of tabs.txt', `a${'\t'.repeat(600_000)}b`],
  ['5 MB of tabs.txt', `a${'\t'.repeat(4_900_000)}b`],
  ['5 MB without a space.txt', 'x'.repeat(4_990_000)],
  ['5 MB of words in a line.txt', createWords(4_990_000)],
];
