import type { JsonObject } from '../contract/record.ts';
import type { Scope } from '../policy/scopes.ts';

/**
 * What raw JSON of the upstream requires besides the scopes of its resource: it can contain anything, such as records of
 * other resources, transcripts and recordings.
 */
export const RAW_SCOPE: Scope = 'records:read';

/** Creates the options of the field `record`, the same for every resource. */
export const createRecordField = (noun: string) =>
  ({
    type: 'JSONObject',
    description: `The ${noun} as raw JSON from the upstream, with all that it contains. Requires the scope \`${RAW_SCOPE}\`.`,
    scopes: [RAW_SCOPE],
    resolve: ({ record }: { readonly record: JsonObject }) => record,
  }) as const;
