import type { JsonObject } from '../contract/record.ts';
import type { Scope } from '../policy/scopes.ts';

/** Additional scopes for the fields that describe how a persona is configured. */
export const PROMPT_SCOPES: readonly Scope[] = ['prompts:read'];

/** Ends the descriptions of such fields. */
export const PROMPT_NOTE = 'Requires `prompts:read`.';

/**
 * Additional scopes for raw JSON of the upstream, because it can contain anything, such as records of other resources,
 * prompts, transcripts and recordings.
 */
export const RAW_SCOPES: readonly Scope[] = ['records:read', ...PROMPT_SCOPES];

/** Ends the descriptions of fields with raw JSON. */
export const RAW_NOTE = 'Requires `records:read` and `prompts:read`.';

/** The options of the field `record`, the same for every resource. */
export const recordField = {
  type: 'JSONObject',
  description: `JSON of the upstream. ${RAW_NOTE}`,
  scopes: RAW_SCOPES,
  resolve: ({ record }: { readonly record: JsonObject }) => record,
} as const;

/** The options of the field `isBuiltIn` of resources whose records name the account that created them. */
export const builtInField = {
  nullable: false,
  description:
    'Whether it is built in and cannot be changed. True if the upstream returns null as the account that created it.',
  // Without the field, the record counts as the caller's own.
  resolve: ({ record }: { readonly record: JsonObject }) => record.createdByOrganizationId === null,
} as const;
