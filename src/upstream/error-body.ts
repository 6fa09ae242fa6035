import { z } from 'zod';
import type { ErrorDetail } from '../contract/error.ts';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import type { Endpoint } from '../contract/resource.ts';

/** What is passed on of the body of an error response, before redaction. */
export interface ErrorDescription {
  readonly message: string | undefined;
  readonly reason: string | undefined;
  /** The problems that name a field. */
  readonly details: readonly ErrorDetail[];
  /** Whether the body is in the format of the service, not in that of a gateway before it. */
  readonly isOfService: boolean;
}

/** Maximum number of problems, and of keys in the path of each. */
const MAX_DETAILS = 20;
const MAX_KEYS = 16;

/** A text of one line. One of several is a stack trace or a page. */
const Sentence = z.string().regex(/^[^\r\n]+$/);

const Problem = z.object({
  message: Sentence,
  path: z
    .union([z.string().transform((key) => [key]), z.array(z.union([z.string(), z.number()]))])
    .transform((path) => path.slice(0, MAX_KEYS))
    .optional()
    .catch(undefined),
  code: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .catch('custom'),
  /** The unknown fields, with the code `unrecognized_keys` of zod. */
  keys: z.array(z.string()).max(MAX_DETAILS).catch([]),
});

const readSentence = (value: unknown) => Sentence.safeParse(value).data;

const readProblems = (problems: unknown) =>
  (Array.isArray(problems) ? problems.slice(0, MAX_DETAILS) : []).flatMap(
    (problem) => Problem.safeParse(problem).data ?? [],
  );

const NOTHING: JsonObject = {};

/**
 * Reads the body of an error response: a sentence in `message`, `error`, or the messages of `errors` or `details`, whose
 * problems can name a field; `reason` is for machines.
 * @assumed The specification shows no error body; live services have `error`, and `message` if there is more to say.
 */
export function readErrorBody(body: unknown): ErrorDescription {
  const { error, message, reason, errors, details } = isJsonObject(body) ? body : NOTHING;
  const problems = [details, errors].flatMap(readProblems).slice(0, MAX_DETAILS);
  const texts = problems.map((problem) => problem.message).join(' ') || undefined;
  return {
    message: readSentence(message) ?? readSentence(error) ?? texts,
    reason: readSentence(reason),
    details: problems
      .flatMap(({ path, keys, ...problem }) => {
        const unknown = keys.map((key) => [...(path ?? []), key]);
        const paths = unknown.length > 0 || !path ? unknown : [path];
        return paths.map((path) => ({ path, ...problem }));
      })
      .slice(0, MAX_DETAILS),
    // What gateways write can contain details that callers must not see.
    isOfService:
      readSentence(error) !== undefined &&
      (message === undefined || message === null || readSentence(message) !== undefined),
  };
}

/**
 * The fields of errors of live services. Gateways and frameworks have others, such as `statusCode`, `path` or `detail`.
 */
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
