import type { ErrorDetail } from '../contract/error.ts';

/** Calls in which only the id can be malformed. */
const HAS_ONLY_ID = /^(?:GET|DELETE) .*\{id\}|\{id\}\/stop$/;

/** Calls with a body, which can also be malformed. Their problems name a field. */
const HAS_BODY = /\{id\}$/;

/** Names of the id in paths of problems, such as `id`, `avatarId`, `avatar_id` or `uuid`. */
const ID_NAME = /^(?:\w+_)?(?:uu|gu)?id$|^ID$|[a-z]I[dD]$/;

/** Names of the id in messages, which can also be the name of its type. */
const ID_WORD = /\b(?:\w+_)?(?:(?:uu|gu)?id|I[dD]|UUID|GUID|identifier)\b|[a-z]I[dD]\b/;

/** Matches messages about a value in the wrong format. A missing value is not the id, but for example a header. */
const FORM_WORD = /\b(?:invalid|malformed|bad|valid|must|expected|cast|format|syntax)\b/i;

/**
 * Whether an error response to a call says that just the id of the record is malformed: no record has it.
 * @assumed The specification shows no such error. Without problems that name a field, its message decides.
 */
export function rejectsId(call: string, message: string, details: readonly ErrorDetail[]): boolean {
  if (HAS_ONLY_ID.test(call)) {
    if (details.length === 0) return ID_WORD.test(message) && FORM_WORD.test(message);
    return details.every(({ path }) => ID_NAME.test(String(path.at(-1))));
  }
  if (!HAS_BODY.test(call) || details.length === 0) return false;
  return details.every(({ path }) => path.length === 1 && path[0] === 'id');
}
