import { omitEmbedded } from '../contract/embedded.ts';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import type { GraphContext } from './context.ts';
import { rejectDeepJson } from './scalars.ts';

/** Returns JSON without the records of other resources for which the caller has no read scope. */
export function omitUnreadable(
  json: JsonObject,
  { caller: { scopes } }: Pick<GraphContext, 'caller'>,
): JsonObject {
  rejectDeepJson(json);
  const readable = omitEmbedded(json, (resource) => scopes.has(`${resource}:read`));
  return isJsonObject(readable) ? readable : {};
}

/** Creates the options of the field `record`, the same for every resource. */
export const createRecordField = (noun: string) =>
  ({
    type: 'JSONObject',
    nullable: false,
    description: `The ${noun} as raw JSON from the upstream. Records of other resources in it need their own read scope and are left out without it.`,
    resolve: ({ record }: { readonly record: JsonObject }, _: unknown, context: GraphContext) =>
      omitUnreadable(record, context),
  }) as const;
