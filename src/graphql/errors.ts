import {
  type FieldNode,
  GraphQLError,
  type GraphQLErrorExtensions,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  Kind,
} from 'graphql';
import { type SplittableIssue, splitIssues } from '../contract/describe-issue.ts';
import { RefusedError } from '../policy/refused-error.ts';
import { isCallError, UpstreamError } from '../upstream/errors.ts';
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import type { ErrorExtensions, InputIssue } from './error-extensions.ts';
import { toIssueCode } from './issue-codes.ts';
import { describeArgument, type ValueProblem } from './value-problem.ts';

/** A validation issue as reported by zod. Its own rules may name their code as a parameter. */
interface ValidationIssue extends SplittableIssue {
  readonly params?: { readonly code?: unknown } | undefined;
}

/** Adds the first issue to a message that does not have it: many clients show only messages. */
function addIssue(message: string, [issue]: readonly InputIssue[] = []): string {
  if (!issue || message.includes(issue.message)) return message;
  const path = issue.path.join('.');
  return `${message.replace(/\.?$/, '.')} ${path && `${path}: `}${issue.message}`;
}

/** Creates an error of a field with a code of this API. */
export const createError = (code: ErrorCode, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code } satisfies ErrorExtensions });

/** Creates the BAD_USER_INPUT error for invalid arguments. */
export function createInputError(
  issues: readonly ValidationIssue[],
  message = 'The input is invalid.',
): GraphQLError {
  const inputIssues = splitIssues(issues).map(({ path, message, code, params }) => ({
    path: path.map((key) => (typeof key === 'number' ? key : String(key))),
    message,
    code: toIssueCode(String(params?.code ?? code)),
  }));
  return new GraphQLError(addIssue(message, inputIssues), {
    extensions: { code: 'BAD_USER_INPUT', issues: inputIssues } satisfies ErrorExtensions,
  });
}

/**
 * Paths of arguments, by field and by the argument's name in the upstream's path, query or body, where the names
 * differ.
 */
const ARGUMENT_PATHS: Record<string, Record<string, readonly string[]>> = {
  createAvatar: {
    imageFile: ['image', 'file'],
    imageUrl: ['image', 'url'],
  },
  createVoice: {
    name: ['displayName'],
    audioFile: ['audio', 'file'],
    audioUrl: ['audio', 'url'],
    audioKey: ['audio', 'key'],
  },
  createTool: { type: ['config'] },
  search: { limit: ['first'] },
  createKnowledgeDocument: { id: ['groupId'] },
};

/** The name in the graph of `documentFolderIds` of tools. */
export const GROUP_IDS = 'knowledgeGroupIds';

/** Renames the fields of tools in a path, such as `personaConfig.tools.0.documentFolderIds`. */
const renameToolFields = (path: readonly (string | number)[]) =>
  path.map((key, index) => {
    const isOfTool = path[index - 2] === 'tools' || path[index - 1] === 'config';
    return isOfTool && key === 'documentFolderIds' ? GROUP_IDS : key;
  });

const hasArgument = ({ arguments: args }: FieldNode, argument: string) =>
  args?.some(({ name }) => name.value === argument) ?? false;

/** Returns the argument for the page of a list, which is that of the cursor unless the field has only a page. */
const getPageArgument = (node: FieldNode) =>
  hasArgument(node, 'page') && !hasArgument(node, 'after') ? 'page' : 'after';

function getRenamedPath(node: FieldNode, argument: string): readonly string[] {
  const path = ARGUMENT_PATHS[node.name.value]?.[argument];
  if (path) return path;
  if (argument === 'perPage') return ['first'];
  return [argument === 'page' ? getPageArgument(node) : argument];
}

type Path = readonly (string | number)[];

/** Whether a value of a type can have a value at a path. */
function hasPath(type: GraphQLInputType, [key, ...rest]: Path): boolean {
  const nullable = getNullableType(type);
  if (key === undefined || !isInputObjectType(getNamedType(type))) return true;
  if (isListType(nullable)) return hasPath(nullable.ofType, typeof key === 'number' ? rest : []);
  const field = isInputObjectType(nullable) ? nullable.getFields()[key] : undefined;
  return field !== undefined && hasPath(field.type, rest);
}

/**
 * Inserts what the upstream's path does not have: the fields of @oneOf inputs (`config.url` is `config.webhook.url`), and
 * `extra`. Where several fields fit, the path ends at the input.
 */
function insertFields(type: GraphQLInputType, [key, ...rest]: Path): Path {
  const named = getNamedType(type);
  if (key === undefined) return [];
  if (!isInputObjectType(named) || isListType(getNullableType(type))) return [key, ...rest];
  const fields = named.getFields();
  if (fields[key]) return [key, ...insertFields(fields[key].type, rest)];
  // A path without a field can only come from `extra`.
  if (!named.isOneOf) return fields.extra ? ['extra', key, ...rest] : [key, ...rest];
  const kinds = Object.values(fields).filter(
    ({ type }) => isInputObjectType(type) && hasPath(type, [key]),
  );
  return kinds.length === 1 && kinds[0] ? [kinds[0].name, key, ...rest] : [];
}

/** Returns the type of the argument `input` of a mutation; undefined if the field has none. */
function findInput({ name }: FieldNode, schema: GraphQLSchema): GraphQLInputType | undefined {
  const field = schema.getMutationType()?.getFields()[name.value];
  return field?.args.find((argument) => argument.name === 'input')?.type;
}

/**
 * Converts the path of a problem that the upstream found in the request of a field to a path in the field's arguments.
 */
function toArgumentPath(node: FieldNode, [head, ...tail]: Path, schema: GraphQLSchema): Path {
  const renamed = head === undefined ? [] : getRenamedPath(node, String(head));
  const renamedPath = renameToolFields([...renamed, ...tail]);
  const input = findInput(node, schema);
  return input && renamedPath[0] !== 'id'
    ? ['input', ...insertFields(input, renamedPath)]
    : renamedPath;
}

/** Maximum length of a message, in characters. Messages of graphql-js repeat the values that they are about. */
const MAX_MESSAGE = 1_000;

const shorten = (message: string) =>
  message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;

type Extensions = Omit<ErrorExtensions, 'requestId'>;

const NOT_REFUSED = { rule: undefined, resetsAt: undefined };

/** Returns the extensions for an error of the REST client; undefined for any other error. */
function getRestExtensions(
  error: unknown,
  node: FieldNode | undefined,
  schema: GraphQLSchema,
): Extensions | undefined {
  if (!isCallError(error)) return undefined;
  const { code, reason, retryAfterSeconds } = error;
  const { rule, resetsAt } = error instanceof RefusedError ? error : NOT_REFUSED;
  const details = error instanceof UpstreamError ? error.details : [];
  const issues = details.map((detail) => ({
    path: node ? toArgumentPath(node, detail.path, schema) : detail.path,
    message: detail.message,
    code: toIssueCode(detail.code),
  }));
  return {
    code,
    ...(code === 'BAD_USER_INPUT' && { issues }),
    ...(reason !== undefined && { reason }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(rule !== undefined && { rule }),
    ...(resetsAt !== undefined && { resetsAt: resetsAt.toISOString() }),
  };
}

/** Whether an extension of an error is a problem that the server has found in a value of the request. */
const isValueProblem = (problem: unknown): problem is ValueProblem => problem !== undefined;

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);

/** Returns the extensions for an error of this API, of graphql-js or of the server; undefined for any other error. */
function getGraphQLExtensions(error: GraphQLError): Extensions | undefined {
  const { extensions, path, originalError } = error;
  const describe = (problem: ValueProblem) => [{ ...problem, message: shorten(error.message) }];
  const issues = isValueProblem(extensions.problem) ? describe(extensions.problem) : undefined;
  if (isErrorCode(extensions.code)) return { code: extensions.code, ...(issues && { issues }) };
  const isEngineError = originalError === undefined || originalError instanceof GraphQLError;
  // For example, null as the value of a nullable variable with a default, which passes validation.
  const argument = isEngineError ? describeArgument(error) : undefined;
  if (argument) return { code: 'BAD_USER_INPUT', issues: describe(argument) };
  const status = Reflect.get(Object(extensions.http), 'status');
  if (status === 413) return { code: 'PAYLOAD_TOO_LARGE' };
  const isRequestError =
    path === undefined || extensions.code !== undefined || status !== undefined;
  return isEngineError && isRequestError ? { code: 'BAD_REQUEST' } : undefined;
}

/** Returns the extensions of a recognized error that are sent to clients, and `http`, which only the server reads. */
function pickExtensions({ http, ...extensions }: GraphQLErrorExtensions) {
  const picked = {
    // Without `spec`, the status applies to every media type.
    http,
    issues: extensions.issues,
    reason: extensions.reason,
    rule: extensions.rule,
    retryAfterSeconds: extensions.retryAfterSeconds,
  };
  return Object.fromEntries(Object.entries(picked).filter(([, value]) => value !== undefined));
}

/**
 * Converts any error of an operation to the format that clients see: a code, its details and the request id.
 * Unrecognized errors are masked as INTERNAL.
 * @returns the error to send, and, if it was masked, the original error for the log.
 */
export function translateError(
  error: GraphQLError,
  requestId: string,
  schema: GraphQLSchema,
): { readonly sent: GraphQLError; readonly masked?: unknown } {
  const { nodes, source, positions, path, originalError } = error;
  const node = nodes?.find((node) => node.kind === Kind.FIELD);
  const recognized = getGraphQLExtensions(error) ?? getRestExtensions(originalError, node, schema);
  const extensions: Extensions = recognized ?? { code: 'INTERNAL' };
  const message = recognized
    ? shorten(addIssue(error.message, extensions.issues))
    : 'Internal server error.';
  const sent = new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions: {
      // An internal error outside of any field leaves no data.
      ...(recognized
        ? pickExtensions(error.extensions)
        : path === undefined && { http: { status: 500 } }),
      ...extensions,
      requestId,
    },
  });
  return recognized ? { sent } : { sent, masked: originalError ?? error };
}
