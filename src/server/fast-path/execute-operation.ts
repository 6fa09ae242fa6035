import { getOperationAST } from 'graphql';
import type { FetchAPI, GraphQLParams, YogaServer } from 'graphql-yoga';
import type { CachedDocument } from '../caching/document-cache.ts';
import { isPromise } from '../executor/is-promise.ts';
import { callHooks } from './call-hooks.ts';
import { toGraphQLErrors } from './errors.ts';
import { createContextPayload, createExecutePayload, type Payload } from './payloads.ts';
import type { PluginHooks } from './plugin-hooks.ts';

/** Yoga's context of one operation. */
export type OperationContext = Payload<'onExecutionResult'>['context'];

/** The result of one operation. */
export type Result = NonNullable<Payload<'onExecutionResult'>['result']>;

/** What all operations of a server share. */
export interface OperationPipeline {
  readonly yoga: Pick<YogaServer<object, object>, 'getEnveloped'>;
  readonly hooks: PluginHooks;
  readonly fetchAPI: FetchAPI;
  /** Looks up a document by its source text. Returns undefined if it has to be parsed and validated. */
  readonly getCachedDocument: (text: string) => CachedDocument | undefined;
}

type AfterHooks = NonNullable<Payload<'onExecute'>['afterHooks']>;
type OnExecuteDone = NonNullable<AfterHooks[number]['onExecuteDone']>;
type ExecuteResult = Parameters<OnExecuteDone>[0]['result'];

/** Calls `onExecuteDone` handlers, which may replace the result. */
async function callExecuteDoneHooks(
  afterHooks: AfterHooks,
  args: Payload<'onExecute'>['args'],
  executeResult: ExecuteResult,
): Promise<ExecuteResult> {
  let result = executeResult;
  const setResult = (newResult: ExecuteResult) => {
    result = newResult;
  };
  for (const { onExecuteDone } of afterHooks) {
    const pending = onExecuteDone?.({ args, result, setResult });
    if (isPromise(pending)) await pending;
  }
  return result;
}

/** Parses and validates with Envelop. @throws GraphQLError for a syntax error; AggregateError of validation errors. */
function parseAndValidate(
  { yoga }: OperationPipeline,
  text: string | undefined,
  context: OperationContext,
): CachedDocument {
  const { parse, validate, schema } = yoga.getEnveloped(context);
  const document = parse(text);
  const errors = validate(schema, document);
  if (errors.length > 0) throw new AggregateError(errors);
  return { schema, document };
}

/** Calls the onContextBuilding hooks, as Envelop does. */
async function completeContext({ onContextBuilding }: PluginHooks, context: OperationContext) {
  const payload = createContextPayload(context);
  const pending = callHooks(onContextBuilding, payload);
  if (pending) await pending;
  if (payload.isStopped) return;
  for (const onContextBuilt of payload.afterHooks ?? []) await onContextBuilt(payload);
}

/**
 * Parses, validates and executes an operation. Calls the same hooks in the same order as Envelop (parsing, validation,
 * context and execution), without Yoga's promise helpers, which make up most of a request's allocations. Errors become
 * the result.
 */
export async function executeOperation(
  pipeline: OperationPipeline,
  params: GraphQLParams,
  request: Request,
  context: OperationContext,
): Promise<Result> {
  Object.assign(context, { request, params });
  const { hooks, getCachedDocument, yoga } = pipeline;
  const { query: text, variables: variableValues, operationName } = params;
  try {
    const cached = text === undefined ? undefined : getCachedDocument(text);
    // Envelop's parse step reports a missing or unknown operation name.
    let operation = cached && getOperationAST(cached.document, operationName);
    const { schema, document } =
      cached && operation ? cached : parseAndValidate(pipeline, text, context);
    operation ??= getOperationAST(document, operationName);
    await completeContext(hooks, context);
    const args = { schema, document, contextValue: context, variableValues, operationName };
    if (operation?.operation === 'subscription') {
      return await yoga.getEnveloped(context).subscribe(args);
    }
    // Inlined on purpose: an async function would keep its state in memory while the request waits for the upstream.
    const payload = createExecutePayload(args);
    const pending = callHooks(hooks.onExecute, payload);
    if (pending) await pending;
    const result: ExecuteResult = payload.override ?? (await payload.executeFn(args));
    return payload.afterHooks
      ? await callExecuteDoneHooks(payload.afterHooks, args, result)
      : result;
  } catch (error) {
    return { errors: toGraphQLErrors(error) };
  }
}
