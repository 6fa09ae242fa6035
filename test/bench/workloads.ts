import { PERSONA_ID, TOOL_ID } from './records.ts';

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
}

const FIELDS = 'id name description avatarId voiceId llmId systemPrompt skipGreeting';

/** Q1 for a list of any length. */
export const listOf = (perPage: number, items = 'items'): Operation => ({
  query: `query Q1($perPage: Int) { personas(perPage: $perPage) { ${items} { ${FIELDS} } } }`,
  variables: { perPage },
});

const withAvatars = (items: string, avatar: string): Operation => ({
  query: `query Q2 { personas(perPage: 20) { ${items} { id name ${avatar} { id displayName imageUrl } } } }`,
});

const tool: Operation = {
  query: 'query Q3($id: ID!) { tool(id: $id) { id name description type } }',
  variables: { id: TOOL_ID },
};

const mint: Operation = {
  query:
    'mutation M1($input: CreateSessionTokenInput!) { createSessionToken(input: $input) { sessionToken } }',
  variables: { input: { personaConfig: { personaId: PERSONA_ID } } },
};

/** The four loads and their mix, in the words of an API that calls the list's items and their avatar so. */
export function workloads(items = 'items', avatar = 'avatar'): readonly Workload[] {
  const [q1, q2] = [listOf(20, items), withAvatars(items, avatar)];
  // Lists of many lengths, so that neighbours in flight are seldom the same.
  const lists = Array.from({ length: 40 }, (_, index) => listOf(index + 1, items));
  const mix = lists.flatMap((list) => [list, tool, q2, mint, tool]);
  return [
    { name: 'Q1', what: '20 personas x 8 fields', operations: [q1] },
    { name: 'Q1v', what: 'the same, 1 to 40 of them in turn', operations: lists },
    { name: 'Q2', what: '20 personas with 5 avatars', operations: [q2] },
    { name: 'Q3', what: 'one tool', operations: [tool] },
    { name: 'M1', what: 'mint a token', operations: [mint] },
    { name: 'mix', what: 'all of these in turn', operations: mix },
  ];
}
