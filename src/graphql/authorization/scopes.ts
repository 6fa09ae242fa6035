/** The scopes that the `scope` claim of a JWT can contain, with their descriptions. */
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

/** Whether a value is the name of a scope. */
export const isScope = (name: unknown): name is Scope =>
  typeof name === 'string' && Object.hasOwn(SCOPES, name);

/** The names of all scopes. */
export const ALL_SCOPES: readonly Scope[] = Object.keys(SCOPES).filter(isScope);
