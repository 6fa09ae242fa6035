import { PERSONA_ID, toolId } from './records.ts';

/** One request body, as GraphQL over HTTP has it. */
export interface Operation {
  readonly query: string;
  readonly variables?: object;
}

/** A load: its operations are sent in turn. */
export interface Workload {
  readonly name: string;
  readonly what: string;
  readonly operations: readonly Operation[];
  /** Connections, where they are not the plan's. */
  readonly connections?: number;
  /** Calls of the upstream that have to follow each other. Default 1. */
  readonly calls?: number;
}

/** Operations of a load in which no two that are under way at the same time are alike: one for each credential, too. */
const VARIANTS = 1_000;

const FIELDS = 'id name description avatarId voiceId llmId systemPrompt skipGreeting';

/** What APIs call the same things differently. */
export interface Words {
  /** Field of a page that has its records. */
  readonly items: string;
  /** What it requires besides the persona. graphql-jit knows no defaults of input fields. */
  readonly required: object;
  /** Selection of a new token. */
  readonly token: string;
}

const OURS: Words = {
  items: 'items',
  required: { verify: false },
  token: 'token { sessionToken }',
};

/** What other products make of the REST API: its own objects. */
export const THEIRS = { items: 'data', required: {}, token: 'sessionToken' };

/** Q1 for a list of any length; the filter makes two of them different reads. */
export const listOf = (perPage: number, name = '', { items } = OURS): Operation => ({
  query: `query Q1($perPage: Int, $name: String) { personas(perPage: $perPage, search: $name) { ${items} { ${FIELDS} } } }`,
  variables: { perPage, name },
});

const withAvatars = ({ items }: Words, name = ''): Operation => ({
  query: `query Q2($name: String) { personas(perPage: 20, search: $name) { ${items} { id name avatar { id displayName imageUrl } } } }`,
  variables: { name },
});

const toolOf = (n: number): Operation => ({
  query: 'query Q3($id: ID!) { tool(id: $id) { id name description type } }',
  variables: { id: toolId(n) },
});

const mint = ({ required, token }: Words): Operation => ({
  query: `mutation M1($input: CreateSessionTokenInput!) { createSessionToken(input: $input) { ${token} } }`,
  variables: { input: { personaConfig: { personaId: PERSONA_ID }, ...required } },
});

/** Operations that differ by a number. */
export const variants = (make: (n: number) => Operation, count: number = VARIANTS): Operation[] =>
  Array.from({ length: count }, (_, n) => make(n + 1));

/** The four loads and their mix, in the words of an API that differ from ours. */
export function workloads(theirs: Partial<Words> = {}): readonly Workload[] {
  const words = { ...OURS, ...theirs };
  const q1 = listOf(20, '', words);
  const q2 = withAvatars(words);
  const m1 = mint(words);
  const lists = variants((n) => listOf(20, `n${n}`, words));
  const nested = variants((n) => withAvatars(words, `n${n}`));
  const tools = variants(toolOf);
  const mix = tools.flatMap((tool, n) => [tool, lists[n] ?? q1, tool, m1, q2]);
  return [
    { name: 'Q1', what: '20 personas x 8 fields', operations: [q1] },
    { name: 'Q1v', what: 'the same, no two reads alike', operations: lists },
    { name: 'Q2', what: '20 personas with 5 avatars', operations: [q2], calls: 2 },
    { name: 'Q2v', what: 'the same, no two reads alike', operations: nested, calls: 2 },
    { name: 'Q3', what: 'one tool', operations: [toolOf(1)] },
    { name: 'Q3v', what: 'the same, no two reads alike', operations: tools },
    { name: 'M1', what: 'mint a token', operations: [m1] },
    { name: 'mix', what: 'all of these in turn', operations: mix },
  ];
}
