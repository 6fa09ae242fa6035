/** Everything a caller's token can allow, by the word for it in the token's `scope`. */
export const SCOPES = {
  'personas:read': 'Read and list personas.',
  'personas:write': 'Create, update and delete personas.',
  'avatars:read': 'Read and list avatars, including the avatars of personas.',
  'avatars:write': 'Create, update and delete avatars.',
  'tools:read': 'Read and list tools, including the tools of personas.',
  'tools:write': 'Create, update and delete tools.',
  'voices:read': 'Read and list voices, including the voices of personas.',
  'voices:write': 'Create, update and delete voices.',
  'llms:read': 'Read and list LLMs, including the LLMs of personas.',
  'llms:write': 'Create, update and delete custom LLMs.',
  'tokens:mint': 'Create session tokens.',
} as const;

export type Scope = keyof typeof SCOPES;

const isScope = (word: string): word is Scope => Object.hasOwn(SCOPES, word);

/** All scopes there are. */
export const ALL_SCOPES: readonly Scope[] = Object.keys(SCOPES).filter(isScope);
