import { type DocumentNode, type GraphQLError, getOperationAST } from 'graphql';
import type { FetchAPI, GraphQLParams, Plugin, YogaServer } from 'graphql-yoga';
import { errorsOf } from './errors.ts';
import type { Hooks } from './hooks.ts';
import { isPromise } from './promise.ts';

type Payload<Name extends 'onParams' | 'onExecute' | 'onExecutionResult'> = Parameters<
  NonNullable<Plugin[Name]>
>[0];

/** What plugins know of a request besides itself; Yoga makes the operation's context of it. */
export type ServerContext = Parameters<NonNullable<Plugin['onRequestParse']>>[0]['serverContext'];

/** Yoga's context of one operation. */
type OperationContext = Payload<'onExecutionResult'>['context'];

/** What comes of one operation. */
export type Result = NonNullable<Payload<'onExecutionResult'>['result']>;

/** What all operations of a lane share. */
export interface Operations {
  readonly yoga: Pick<YogaServer<object, object>, 'getEnveloped'>;
  readonly hooks: Hooks;
  readonly fetchAPI: FetchAPI;
}

type Executor = Payload<'onExecute'>['executeFn'];
type HookResult = Awaited<ReturnType<Hooks['onExecute'][number]>>;
type Done = NonNullable<(HookResult & object)['onExecuteDone']>;
type Executed = Parameters<Done>[0]['result'];

/** The executor, as the plugins leave it, between their hooks before and after it. */
async function executed(hooks: Hooks, args: Payload<'onExecute'>['args']): Promise<Executed> {
  const { contextValue: context } = args;
  let executeFn: Executor = () => {
    throw new Error('No plugin gave an executor.');
  };
  let result: Executed | undefined;
  let isOver = false;
  const payload: Payload<'onExecute'> = {
    get executeFn() {
      return executeFn;
    },
    args,
    context,
    setExecuteFn: (other) => {
      executeFn = other;
    },
    setResultAndStopExecution: (other) => {
      result = other;
      isOver = true;
    },
    extendContext: (extension) => {
      Object.assign(context, extension);
    },
  };
  const after: Done[] = [];
  for (const hook of hooks.onExecute) {
    let found = hook(payload);
    if (isPromise(found)) found = await found;
    if (found?.onExecuteDone) after.push(found.onExecuteDone);
    if (isOver) break;
  }
  let answer: Executed = result ?? (await executeFn({ ...args, contextValue: context }));
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

/** Parses, validates and executes; what goes wrong on the way is the result. */
async function handled(
  { yoga, hooks }: Operations,
  params: GraphQLParams,
  request: Request,
  context: OperationContext,
): Promise<Result> {
  Object.assign(context, { request, params });
  const enveloped = yoga.getEnveloped(context);
  try {
    const document: DocumentNode = enveloped.parse(params.query);
    const errors: readonly GraphQLError[] = enveloped.validate(enveloped.schema, document);
    if (errors.length > 0) return { errors };
    let contextValue = enveloped.contextFactory();
    if (isPromise(contextValue)) contextValue = await contextValue;
    const { variables: variableValues, operationName } = params;
    const { schema } = enveloped;
    const args = { schema, document, contextValue, variableValues, operationName };
    const isSubscription = getOperationAST(document, operationName)?.operation === 'subscription';
    return await (isSubscription ? enveloped.subscribe(args) : executed(hooks, args));
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
  let params = given;
  let result: Result | undefined;
  let paramsHandler: Payload<'onParams'>['paramsHandler'] = ({ params, request, context }) =>
    handled(operations, params, request, context);
  const payload: Payload<'onParams'> = {
    request,
    get params() {
      return params;
    },
    get paramsHandler() {
      return paramsHandler;
    },
    context,
    fetchAPI,
    setParams: (other) => {
      params = other;
    },
    setParamsHandler: (other) => {
      paramsHandler = other;
    },
    setResult: (other) => {
      result = other;
    },
  };
  for (const hook of hooks.onParams) {
    const waiting = hook(payload);
    if (isPromise(waiting)) await waiting;
  }
  let answer: Result = result ?? (await paramsHandler({ request, params, context }));
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
