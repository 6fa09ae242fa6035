import type { JsonObject } from '../contract/record.ts';
import type { Scope } from '../policy/scopes.ts';

/** What tells how a persona is made requires besides the scopes of its resource. */
export const PROMPT_SCOPES: readonly Scope[] = ['prompts:read'];

/** What the description of such a field ends with. */
export const PROMPT_NOTE = 'Requires the scope `prompts:read`.';

/**
 * What raw JSON of the upstream requires besides the scopes of its resource: it can contain anything, such as records of
 * other resources, prompts, transcripts and recordings.
 */
export const RAW_SCOPES: readonly Scope[] = ['records:read', ...PROMPT_SCOPES];

/** What the description of a field with raw JSON ends with. */
export const RAW_NOTE = 'Requires the scopes `records:read` and `prompts:read`.';

/** Creates the options of the field `record`, the same for every resource. */
export const createRecordField = (noun: string) =>
  ({
    type: 'JSONObject',
    description: `The ${noun} as raw JSON from the upstream, with all its fields. ${RAW_NOTE}`,
    scopes: RAW_SCOPES,
    resolve: ({ record }: { readonly record: JsonObject }) => record,
  }) as const;
