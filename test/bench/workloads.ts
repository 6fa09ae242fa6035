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
}

/** Operations of a load in which no two that are under way at the same time are alike. */
const VARIANTS = 200;

const FIELDS = 'id name description avatarId voiceId llmId systemPrompt skipGreeting';

/** Q1 for a list of any length; the filter makes two of them different reads. */
export const listOf = (perPage: number, name = '', items = 'items'): Operation => ({
  query: `query Q1($perPage: Int, $name: String) { personas(perPage: $perPage, name: $name) { ${items} { ${FIELDS} } } }`,
  variables: { perPage, name },
});

const withAvatars = (items: string, avatar: string): Operation => ({
  query: `query Q2 { personas(perPage: 20) { ${items} { id name ${avatar} { id displayName imageUrl } } } }`,
});

const toolOf = (n: number): Operation => ({
  query: 'query Q3($id: ID!) { tool(id: $id) { id name description type } }',
  variables: { id: toolId(n) },
});

const mint: Operation = {
  query:
    'mutation M1($input: CreateSessionTokenInput!) { createSessionToken(input: $input) { sessionToken } }',
  variables: { input: { personaConfig: { personaId: PERSONA_ID } } },
};

/** Operations that differ by a number. */
export const variants = (make: (n: number) => Operation, count: number = VARIANTS): Operation[] =>
  Array.from({ length: count }, (_, n) => make(n + 1));

/** The four loads and their mix, in the words of an API that calls the list's items and their avatar so. */
export function workloads(items = 'items', avatar = 'avatar'): readonly Workload[] {
  const q1 = listOf(20, '', items);
  const q2 = withAvatars(items, avatar);
  const lists = variants((n) => listOf(20, `n${n}`, items));
  const tools = variants(toolOf);
  const mix = tools.flatMap((tool, n) => [tool, lists[n] ?? q1, tool, mint, q2]);
  return [
    { name: 'Q1', what: '20 personas x 8 fields', operations: [q1] },
    { name: 'Q1v', what: 'the same, no two reads alike', operations: lists },
    { name: 'Q2', what: '20 personas with 5 avatars', operations: [q2] },
    { name: 'Q3', what: 'one tool', operations: [toolOf(1)] },
    { name: 'Q3v', what: 'the same, no two reads alike', operations: tools },
    { name: 'M1', what: 'mint a token', operations: [mint] },
    { name: 'mix', what: 'all of these in turn', operations: mix },
  ];
}
