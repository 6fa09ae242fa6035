import { getOperationAST } from 'graphql';
import type { FetchAPI, GraphQLParams, Plugin, YogaServer } from 'graphql-yoga';
import type { Prepared } from '../execution/memory.ts';
import { errorsOf } from './errors.ts';
import type { Hooks } from './hooks.ts';
import { ExecutePayload, ParamsPayload, type ServerContext } from './payloads.ts';
import { isPromise } from './promise.ts';

type Payload<Name extends 'onContextBuilding' | 'onExecutionResult'> = Parameters<
  NonNullable<Plugin[Name]>
>[0];

/** Yoga's context of one operation. */
type OperationContext = Payload<'onExecutionResult'>['context'];

/** What comes of one operation. */
export type Result = NonNullable<Payload<'onExecutionResult'>['result']>;

/** What all operations of a lane share. */
export interface Operations {
  readonly yoga: Pick<YogaServer<object, object>, 'getEnveloped'>;
  readonly hooks: Hooks;
  readonly fetchAPI: FetchAPI;
  /** What is known of a document by its text; undefined for one that has to be worked out. */
  readonly prepared: (text: string) => Prepared | undefined;
}

type HookResult = Awaited<ReturnType<Hooks['onExecute'][number]>>;
type Done = NonNullable<(HookResult & object)['onExecuteDone']>;
type Executed = Parameters<Done>[0]['result'];

/** The executor, as the plugins leave it, between their hooks before and after it. */
async function executed(hooks: Hooks, args: ExecutePayload['args']): Promise<Executed> {
  const payload = new ExecutePayload(args);
  const after: Done[] = [];
  for (const hook of hooks.onExecute) {
    let found = hook(payload);
    if (isPromise(found)) found = await found;
    if (found?.onExecuteDone) after.push(found.onExecuteDone);
    if (payload.isOver) break;
  }
  let answer: Executed = payload.result ?? (await payload.executeFn(args));
  for (const hook of after) {
    const waiting = hook({
      args,
      result: answer,
      setResult: (other) => {
        answer = other;
      },
    });
    if (isPromise(waiting)) await waiting;
  }
  return answer;
}

/** Parses and validates by Envelop. @throws GraphQLError for what does not parse. */
function worked(
  { yoga }: Operations,
  text: string | undefined,
  context: OperationContext,
): Prepared {
  const { parse, validate, schema } = yoga.getEnveloped(context);
  const document = parse(text);
  return { schema, document, errors: validate(schema, document) };
}

type Built = Extract<
  Awaited<ReturnType<Hooks['onContextBuilding'][number]>>,
  (...args: never[]) => unknown
>;

/** Completes the context, as Envelop does. */
async function completeContext({ onContextBuilding }: Hooks, context: OperationContext) {
  let isBroken = false;
  const extendContext = (extension: object) => void Object.assign(context, extension);
  const payload: Payload<'onContextBuilding'> = {
    context,
    extendContext,
    breakContextBuilding: () => {
      isBroken = true;
    },
  };
  const after: Built[] = [];
  for (const hook of onContextBuilding) {
    let found = hook(payload);
    if (isPromise(found)) found = await found;
    if (found) after.push(found);
    if (isBroken) return;
  }
  for (const hook of after) {
    const waiting = hook({ context, extendContext });
    if (isPromise(waiting)) await waiting;
  }
}

/** Parses, validates and executes; what goes wrong on the way is the result. */
async function handled(
  operations: Operations,
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
    if (errors.length > 0) return { errors: errors.flatMap(errorsOf) };
    await completeContext(hooks, context);
    const args = { schema, document, contextValue: context, variableValues, operationName };
    return await (operation?.operation === 'subscription'
      ? yoga.getEnveloped(context).subscribe(args)
      : executed(hooks, args));
  } catch (error) {
    return { errors: errorsOf(error) };
  }
}

/**
 * What comes of one operation, from its parameters to its result: Yoga's own way through the same hooks in the same order
 * (onParams, then Envelop's for parsing, validation, context and execution, then onExecutionResult), without its
 * stand-ins for promises, which are most of what a request allocates there.
 */
export async function operate(
  operations: Operations,
  given: GraphQLParams,
  request: Request,
  serverContext: ServerContext,
): Promise<Result> {
  const { hooks, fetchAPI } = operations;
  const context: OperationContext = Object.assign(serverContext, { request, params: given });
  const payload = new ParamsPayload(request, given, context, fetchAPI, (payload) =>
    handled(operations, payload.params, payload.request, payload.context),
  );
  for (const hook of hooks.onParams) {
    const waiting = hook(payload);
    if (isPromise(waiting)) await waiting;
  }
  const { params } = payload;
  let answer: Result =
    payload.result ?? (await payload.paramsHandler({ request, params, context }));
  for (const hook of hooks.onExecutionResult) {
    const waiting = hook({
      request,
      context,
      result: answer,
      setResult: (other) => {
        answer = other;
      },
    });
    if (isPromise(waiting)) await waiting;
  }
  return answer;
}
