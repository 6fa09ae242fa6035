import type { Endpoint } from '../contract/endpoint.ts';
import type { ErrorDetail } from '../contract/error.ts';
import { isJsonObject, type JsonObject } from '../contract/record.ts';

/** What is passed on of the body of an error response, before redaction. */
export interface ErrorDescription {
  readonly message: string | undefined;
  readonly reason: string | undefined;
  /** The problems that name a field. */
  readonly details: readonly ErrorDetail[];
}

/** Maximum number of details, and of keys in the path of each. */
const MAX_DETAILS = 20;
const MAX_KEYS = 16;

/** A machine-readable name. Anything else in its place might be a text. */
const NAME = /^[\w.-]{1,64}$/;

/** The part of the request that FastAPI puts before the path of an invalid value. */
const LOCATIONS = ['body', 'query', 'path', 'header'];

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isKey = (key: unknown) => typeof key === 'string' || typeof key === 'number';

/** Returns a text, or several texts as one. */
function readText(value: unknown): string | undefined {
  if (isText(value)) return value;
  const texts = Array.isArray(value) ? value.slice(0, MAX_DETAILS).filter(isText) : [];
  return texts.length > 0 ? texts.join(' ') : undefined;
}

const findText = (...values: readonly unknown[]) =>
  values.map(readText).find((text) => text !== undefined);

const findName = (...values: readonly unknown[]) =>
  values.find((value): value is string => typeof value === 'string' && NAME.test(value));

/** Reads a path: a list of keys, keys separated by dots, or a JSON pointer. */
function readPath(path: unknown): ErrorDetail['path'] | undefined {
  if (Array.isArray(path)) return path.filter(isKey).slice(0, MAX_KEYS);
  if (!isText(path)) return undefined;
  const isPointer = /^#?\//.test(path);
  const keys = path.replace(/^(?:#?\/|\$\.)/, '').split(isPointer ? '/' : '.', MAX_KEYS);
  return keys.filter((key) => key !== '').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

function readLocation(location: unknown) {
  const path = Array.isArray(location) ? readPath(location) : undefined;
  return path && LOCATIONS.includes(String(path[0])) ? path.slice(1) : path;
}

/** Returns the paths of unknown fields, which zod names beside the path of their object. */
const readUnknownKeys = (path: ErrorDetail['path'], keys: unknown) =>
  Array.isArray(keys) ? keys.filter(isText).map((key) => [...path, key]) : [];

/** A problem, and its path if it names a field. */
interface Problem {
  readonly path: ErrorDetail['path'] | undefined;
  readonly message: string;
  readonly code: string;
}

function readProblem(problem: unknown): Problem[] {
  if (isText(problem)) return [{ path: undefined, message: problem, code: 'custom' }];
  if (!isJsonObject(problem)) return [];
  const { code, type, source } = problem;
  const message = findText(
    problem.message,
    problem.msg,
    problem.detail,
    problem.reason,
    problem.title,
  );
  if (message === undefined) return [];
  const path =
    readPath(problem.path) ??
    readLocation(problem.loc) ??
    readPath(problem.field ?? problem.name ?? problem.param ?? problem.pointer) ??
    readPath(isJsonObject(source) ? source.pointer : undefined);
  const problemCode = findName(code, type) ?? 'custom';
  const unknown =
    problemCode === 'unrecognized_keys' ? readUnknownKeys(path ?? [], problem.keys) : [];
  const paths = unknown.length > 0 ? unknown.slice(0, MAX_DETAILS) : [path];
  return paths.map((path) => ({ path, message, code: problemCode }));
}

/** Reads a list of problems, or an object with the messages of each field. */
function readProblems(problems: unknown): Problem[] {
  if (Array.isArray(problems)) return problems.slice(0, MAX_DETAILS).flatMap(readProblem);
  if (!isJsonObject(problems)) return [];
  return Object.entries(problems)
    .slice(0, MAX_DETAILS)
    .flatMap(([field, messages]) =>
      [messages]
        .flat()
        .slice(0, MAX_DETAILS)
        .filter(isText)
        .map((message) => ({ path: readPath(field), message, code: 'custom' })),
    );
}

const EMPTY: JsonObject = {};

/**
 * Reads the body of an error response, in any of the common formats: `error` and `message` as texts, an object `error`,
 * problem details (RFC 9457), and lists or objects of problems as `details`, `detail`, `errors` or `invalid-params`.
 * @assumed The specification shows no error body.
 */
export function readErrorBody(body: unknown): ErrorDescription {
  const outer = isJsonObject(body) ? body : EMPTY;
  const inner = isJsonObject(outer.error) ? outer.error : EMPTY;
  const problems = [outer, inner]
    .flatMap(({ details, detail, errors, 'invalid-params': invalidParams }) =>
      [details, detail, errors, invalidParams].flatMap(readProblems),
    )
    .slice(0, MAX_DETAILS);
  const message = findText(
    outer.message,
    inner.message,
    outer.detail,
    inner.detail,
    outer.error,
    outer.title,
    problems.map((problem) => problem.message),
  );
  return {
    message,
    reason: readText(outer.reason) ?? findName(inner.reason, inner.code, outer.code, inner.status),
    details: problems.flatMap(({ path, ...problem }) => (path ? [{ path, ...problem }] : [])),
  };
}

/** A text of one line. One of several is a stack trace or a page. */
const isSentence = (text: unknown) => isText(text) && !/[\r\n]/.test(text);

/**
 * Whether the body of an error response is in the service's own format, not in that of a gateway before it, which may
 * contain details that callers must not see.
 * @assumed The specification shows no error body; live services have `error`, and `message` if there is more to say.
 */
export const isServiceError = (body: unknown): boolean =>
  isJsonObject(body) &&
  isSentence(body.error) &&
  (body.message === undefined || body.message === null || isSentence(body.message));

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
