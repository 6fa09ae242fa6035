/** Everything a caller's token can allow, by the word for it in the token's `scope`. DESIGN, "Whose key". */
export const SCOPES = {
  'personas:read': 'Read and list personas.',
  'personas:write': 'Create personas.',
  'avatars:read': 'Read avatars, including the avatars of personas.',
  'avatars:write': 'Create avatars.',
  'tools:read': 'Read tools.',
  'tools:write': 'Update and delete tools.',
  'tokens:mint': 'Create session tokens.',
} as const;

export type Scope = keyof typeof SCOPES;

const isScope = (word: string): word is Scope => Object.hasOwn(SCOPES, word);

/** All scopes there are. */
export const ALL_SCOPES: readonly Scope[] = Object.keys(SCOPES).filter(isScope);
