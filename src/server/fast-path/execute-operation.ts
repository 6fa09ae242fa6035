import { getOperationAST } from 'graphql';
import type { FetchAPI, GraphQLParams, YogaServer } from 'graphql-yoga';
import type { CachedDocument } from '../caching/document-cache.ts';
import { isPromise } from '../executor/is-promise.ts';
import { callHooks } from './call-hooks.ts';
import { toGraphQLErrors } from './errors.ts';
import {
  ContextPayload,
  ExecutePayload,
  OutcomePayload,
  ParamsPayload,
  type ServerContext,
} from './hook-payloads.ts';
import type { PluginHooks } from './plugin-hooks.ts';

/** Yoga's context of one operation. */
type OperationContext = OutcomePayload['context'];

/** What comes of one operation. */
export type Result = OutcomePayload['result'];

/** What all operations of a lane share. */
export interface OperationPipeline {
  readonly yoga: Pick<YogaServer<object, object>, 'getEnveloped'>;
  readonly hooks: PluginHooks;
  readonly fetchAPI: FetchAPI;
  /** What is known of a document by its text; undefined for one that has to be worked out. */
  readonly prepared: (text: string) => CachedDocument | undefined;
}

type Done = NonNullable<NonNullable<ExecutePayload['found']>[number]['onExecuteDone']>;
type Executed = Parameters<Done>[0]['result'];

/** What is done of an operation, as those who asked to see it leave it. */
async function done(
  found: NonNullable<ExecutePayload['found']>,
  args: ExecutePayload['args'],
  executed: Executed,
): Promise<Executed> {
  let result = executed;
  const setResult = (other: Executed) => {
    result = other;
  };
  for (const { onExecuteDone } of found) {
    const waiting = onExecuteDone?.({ args, result, setResult });
    if (isPromise(waiting)) await waiting;
  }
  return result;
}

/** Parses and validates by Envelop. @throws GraphQLError for what does not parse. */
function worked(
  { yoga }: OperationPipeline,
  text: string | undefined,
  context: OperationContext,
): CachedDocument {
  const { parse, validate, schema } = yoga.getEnveloped(context);
  const document = parse(text);
  return { schema, document, errors: validate(schema, document) };
}

/** Completes the context, as Envelop does. */
async function completeContext({ onContextBuilding }: PluginHooks, context: OperationContext) {
  const stage = new ContextPayload(context);
  const waiting = callHooks(onContextBuilding, stage);
  if (waiting) await waiting;
  if (stage.isOver) return;
  for (const whenBuilt of stage.found ?? []) await whenBuilt(stage);
}

/** Parses, validates and executes; what goes wrong on the way is the result. */
async function handled(
  operations: OperationPipeline,
  params: GraphQLParams,
  request: Request,
  context: OperationContext,
): Promise<Result> {
  Object.assign(context, { request, params });
  const { hooks, prepared, yoga } = operations;
  const { query: text, variables: variableValues, operationName } = params;
  try {
    const known = text === undefined ? undefined : prepared(text);
    // Which operation is meant depends on the request: where none is, Yoga says so while it parses.
    let operation = known && getOperationAST(known.document, operationName);
    const { schema, document, errors } =
      known && operation ? known : worked(operations, text, context);
    operation ??= getOperationAST(document, operationName);
    if (errors.length > 0) return { errors: errors.flatMap(toGraphQLErrors) };
    await completeContext(hooks, context);
    const args = { schema, document, contextValue: context, variableValues, operationName };
    if (operation?.operation === 'subscription') {
      return await yoga.getEnveloped(context).subscribe(args);
    }
    // Not a function of its own: its state would be kept for each request that waits for the upstream.
    const stage = new ExecutePayload(args);
    const waiting = callHooks(hooks.onExecute, stage);
    if (waiting) await waiting;
    const result: Executed = stage.result ?? (await stage.executeFn(args));
    return stage.found ? await done(stage.found, args, result) : result;
  } catch (error) {
    return { errors: toGraphQLErrors(error) };
  }
}

/**
 * What comes of one operation, from its parameters to its result: Yoga's own way through the same hooks in the same order
 * (onParams, then Envelop's for parsing, validation, context and execution, then onExecutionResult), without its
 * stand-ins for promises, which are most of what a request allocates there.
 */
export async function executeOperation(
  operations: OperationPipeline,
  given: GraphQLParams,
  request: Request,
  serverContext: ServerContext,
): Promise<Result> {
  const { hooks, fetchAPI } = operations;
  const context: OperationContext = Object.assign(serverContext, { request, params: given });
  const stage = new ParamsPayload(request, given, context, fetchAPI, (payload) =>
    handled(operations, payload.params, payload.request, payload.context),
  );
  const waiting = callHooks(hooks.onParams, stage);
  if (waiting) await waiting;
  const { params } = stage;
  const result = stage.result ?? (await stage.paramsHandler({ request, params, context }));
  const outcome = new OutcomePayload(request, result, context);
  const last = callHooks(hooks.onExecutionResult, outcome);
  if (last) await last;
  return outcome.result;
}
