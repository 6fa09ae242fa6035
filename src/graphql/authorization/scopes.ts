/** Everything a caller's token can allow, by the word for it in the token's `scope`. DESIGN, "Whose key". */
export const SCOPES = {
  'personas:read': 'Look up and list personas.',
  'personas:write': 'Create personas.',
  'avatars:read': 'Look up avatars, those of personas too.',
  'avatars:write': 'Create avatars.',
  'tools:read': 'Look up tools.',
  'tools:write': 'Change and delete tools.',
  'tokens:mint': 'Mint session tokens.',
} as const;

export type Scope = keyof typeof SCOPES;

const isScope = (word: string): word is Scope => Object.hasOwn(SCOPES, word);

/** All scopes there are. */
export const ALL_SCOPES: readonly Scope[] = Object.keys(SCOPES).filter(isScope);
