import { PERSONA_ID, toolId } from './records.ts';

/** One request body, as GraphQL over HTTP has it. */
export interface Operation {
  readonly query: string;
  readonly variables?: object;
}

/** A load: its operations are sent in turn. */
export interface Workload {
  readonly name: string;
  readonly operations: readonly Operation[];
  /** Calls of the upstream that have to follow each other. Default 1. */
  readonly calls?: number;
}

/** Operations of a load in which no two that are under way at the same time are alike: one for each credential, too. */
const VARIANTS = 1_000;

const FIELDS = 'id name description avatarId voiceId llmId systemPrompt skipGreeting';

/** A list of personas; the filter makes two of them different reads. */
const listOf = (n: number): Operation => ({
  query: `query Q1($name: String) { personas(first: 20, search: $name) { nodes { ${FIELDS} } } }`,
  variables: { name: `n${n}` },
});

const withAvatars = (n: number): Operation => ({
  query:
    'query Q2($name: String) { personas(first: 20, search: $name) { nodes { id name avatar { id displayName imageUrl } } } }',
  variables: { name: `n${n}` },
});

const toolOf = (n: number): Operation => ({
  query: 'query Q3($id: ID!) { tool(id: $id) { id name description type } }',
  variables: { id: toolId(n) },
});

/** graphql-jit knows no defaults of input fields. */
const MINT: Operation = {
  query:
    'mutation M1($input: CreateSessionTokenInput!) { createSessionToken(input: $input) { token { sessionToken } } }',
  variables: { input: { personaConfig: { personaId: PERSONA_ID }, verify: false } },
};

/** Operations that differ by a number. */
const vary = (make: (n: number) => Operation): Operation[] =>
  Array.from({ length: VARIANTS }, (_, n) => make(n + 1));

const [lists, nested, tools] = [vary(listOf), vary(withAvatars), vary(toolOf)] as const;

/** The loads. No two reads of one are alike. */
export const WORKLOADS: readonly Workload[] = [
  { name: 'Q1v', operations: lists },
  { name: 'Q2v', operations: nested, calls: 2 },
  { name: 'Q3v', operations: tools },
  { name: 'M1', operations: [MINT] },
];
