import { EXTENSIONS, type Extension, resources } from '../contract/api.ts';
import { type Endpoint, listWords, type Operation } from '../contract/resource.ts';

/** What the `scope` claim of a JWT can contain. */
export type Scope =
  | `${Extension}:${'read' | 'write'}`
  | 'prompts:read'
  | 'transcripts:read'
  | 'records:read'
  | 'tokens:mint';

/** The operations that each scope of a resource allows, as verbs. */
const VERBS: readonly (readonly ['read' | 'write', { readonly [Verb in Operation]?: string }])[] = [
  ['read', { get: 'Read', list: 'list' }],
  ['write', { create: 'Create', update: 'update', delete: 'delete', stop: 'Stop' }],
];

/** All scopes with their descriptions. A resource without operations of a scope does not have the scope. */
export const SCOPES: ReadonlyMap<Scope, string> = new Map<Scope, string>([
  ...EXTENSIONS.flatMap((feature) => {
    const members = Object.values(resources).filter((resource) => resource.feature === feature);
    const nouns = listWords(members.map(({ nouns }) => nouns));
    const operations = members.flatMap(({ endpoints }) =>
      Object.values<Endpoint>(endpoints).map(({ operation }) => operation),
    );
    return VERBS.flatMap(([access, verbs]): [Scope, string][] => {
      const allowed = Object.entries(verbs).flatMap(([operation, verb]) =>
        operations.some((each) => each === operation) ? [verb] : [],
      );
      return allowed.length > 0
        ? [[`${feature}:${access}`, `${listWords(allowed)} ${nouns}.`]]
        : [];
    });
  }),
  [
    'prompts:read',
    "Read how personas are configured: their system prompt, personality, first message and director's notes, and the configuration of tools.",
  ],
  [
    'transcripts:read',
    'Read what was said in sessions: transcripts, recordings, and the arguments and results of tool calls.',
  ],
  [
    'records:read',
    'Read raw JSON from the upstream: `record` of all resources, `personaConfig` of sessions and `knowledge` of personas. This also requires the scope of the resource and `prompts:read`.',
  ],
  ['tokens:mint', 'Create session tokens.'],
]);

export const ALL_SCOPES: readonly Scope[] = [...SCOPES.keys()];

export const isScope = (name: unknown): name is Scope => ALL_SCOPES.some((scope) => scope === name);
