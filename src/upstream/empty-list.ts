import type { Endpoint } from '../contract/endpoint.ts';
import { isJsonObject } from '../contract/record.ts';

/** The fields of errors of live services. Gateways and frameworks have others, such as `statusCode`, `path` or `detail`. */
const ERROR_FIELDS = ['error', 'message', 'reason', 'details', 'summary'];

/** Names of records in general. */
const RECORDS = ['record', 'result', 'item', 'data'];

/**
 * Whether the body of a 404 for a list says that the list is empty: it is an error in the format of the service, which
 * says that there are no such records. Anything else means that the path does not exist, also `{"error":"Not found"}`,
 * with which services and gateways respond to unknown paths.
 * @assumed Live services document a 404 for lists with the error "No avatars found".
 */
export function saysListIsEmpty({ tag }: Endpoint, body: unknown): boolean {
  if (!isJsonObject(body) || typeof body.error !== 'string') return false;
  if (!Object.keys(body).every((field) => ERROR_FIELDS.includes(field))) return false;
  const nouns = [tag.toLowerCase().replace(/s$/, ''), ...RECORDS];
  const text = `${body.error} ${String(body.message ?? '')}`.toLowerCase();
  return nouns.some((noun) => text.includes(`no ${noun}`));
}
