import type { FetchAPI, GraphQLParams, Plugin } from 'graphql-yoga';

/** Yoga's server context: it becomes the operation's context. */
export type ServerContext = Parameters<NonNullable<Plugin['onRequestParse']>>[0]['serverContext'];

/** What Yoga passes to a hook. */
type Argument<Name extends keyof Plugin> =
  NonNullable<Plugin[Name]> extends (argument: infer Passed) => unknown ? Passed : never;

/** What a hook may return, besides undefined. */
type HookResult<Name extends keyof Plugin> =
  NonNullable<Plugin[Name]> extends (argument: never) => infer Result
    ? Extract<Awaited<Result>, object>
    : never;

/** The state of a chain of hooks. */
export interface Chain<Result> {
  /** Whether to skip the remaining hooks. */
  isStopped: boolean;
  /** What the hooks returned, such as the handlers `onExecuteDone` and `onRequestParseDone`. */
  afterHooks: Result[] | undefined;
}

/** What one kind of hook receives from plugin to plugin. */
export type Payload<Name extends keyof Plugin> = Argument<Name> & Chain<HookResult<Name>>;

/** What a hook gave in place of the response or of the operation's result. */
interface Override<Value> {
  override: Value | undefined;
}

/** Sets properties of a payload. */
const update = <Target extends object>(target: Target, changes: Partial<Target>): void =>
  void Object.assign(target, changes);

/** A request whose URL is parsed on first use. */
class IncomingRequest {
  request: Request;
  #url: URL | undefined;

  constructor(request: Request) {
    this.request = request;
  }

  get url(): URL {
    this.#url ??= new URL(this.request.url);
    return this.#url;
  }
}

type RequestHandler = Argument<'onRequest'>['requestHandler'];

/** Creates the payload of onRequest. */
export function createRequestPayload(
  request: Request,
  serverContext: ServerContext,
  fetchAPI: FetchAPI,
  requestHandler: RequestHandler,
) {
  const payload: Payload<'onRequest'> & Override<Response> = Object.assign(
    new IncomingRequest(request),
    {
      isStopped: false,
      afterHooks: undefined,
      override: undefined,
      serverContext,
      fetchAPI,
      requestHandler,
      setRequest: (request: Request) => update(payload, { request }),
      setRequestHandler: (handler: RequestHandler) => update(payload, { requestHandler: handler }),
      endResponse: (override: Response) => update(payload, { override, isStopped: true }),
    },
  );
  return payload;
}

/** Creates the payload of onRequestParse. */
export function createParsePayload(
  request: Request,
  serverContext: ServerContext,
  fetchAPI: FetchAPI,
): Payload<'onRequestParse'> & Override<Response> {
  const payload: ReturnType<typeof createParsePayload> = Object.assign(
    new IncomingRequest(request),
    {
      isStopped: false,
      afterHooks: undefined,
      override: undefined,
      serverContext,
      fetchAPI,
      requestParser: undefined,
      setRequestParser: (requestParser: typeof payload.requestParser) =>
        update(payload, { requestParser }),
      endResponse: (override: Response) => update(payload, { override, isStopped: true }),
    },
  );
  return payload;
}

type OnParams = Argument<'onParams'>;

/** Creates the payload of onParams. */
export function createParamsPayload(
  given: Pick<OnParams, 'request' | 'params' | 'context' | 'fetchAPI' | 'paramsHandler'>,
) {
  const payload: Payload<'onParams'> & Override<Parameters<OnParams['setResult']>[0]> = {
    ...given,
    isStopped: false,
    afterHooks: undefined,
    override: undefined,
    setParams: (params: GraphQLParams) => update(payload, { params }),
    setParamsHandler: (paramsHandler) => update(payload, { paramsHandler }),
    setResult: (override) => update(payload, { override }),
  };
  return payload;
}

/** Creates the payload of onContextBuilding. */
export function createContextPayload(context: Argument<'onContextBuilding'>['context']) {
  const payload: Payload<'onContextBuilding'> = {
    isStopped: false,
    afterHooks: undefined,
    context,
    extendContext: (extension) => update(context, extension),
    breakContextBuilding: () => update(payload, { isStopped: true }),
  };
  return payload;
}

type OnExecute = Argument<'onExecute'>;

const noExecutor: OnExecute['executeFn'] = () => {
  throw new Error('No plugin gave an executor.');
};

/** Creates the payload of onExecute. */
export function createExecutePayload(args: OnExecute['args']) {
  const context = args.contextValue;
  const payload: Payload<'onExecute'> &
    Override<Parameters<OnExecute['setResultAndStopExecution']>[0]> = {
    isStopped: false,
    afterHooks: undefined,
    override: undefined,
    args,
    context,
    executeFn: noExecutor,
    setExecuteFn: (executeFn) => update(payload, { executeFn }),
    setResultAndStopExecution: (override) => update(payload, { override, isStopped: true }),
    extendContext: (extension) => update(context, extension),
  };
  return payload;
}

type OperationResult = NonNullable<Argument<'onExecutionResult'>['result']>;

/** Creates the payload of onExecutionResult. */
export function createExecutionResultPayload(
  request: Request,
  result: OperationResult,
  context: Argument<'onExecutionResult'>['context'],
): Payload<'onExecutionResult'> & { result: OperationResult } {
  const payload: ReturnType<typeof createExecutionResultPayload> = {
    isStopped: false,
    afterHooks: undefined,
    request,
    result,
    context,
    setResult: (result) => update(payload, { result }),
  };
  return payload;
}

/** Creates the payload of onResultProcess. */
export function createResultPayload(
  request: Request,
  result: Argument<'onResultProcess'>['result'],
  serverContext: ServerContext,
): Payload<'onResultProcess'> & { acceptedMediaType: string } {
  const payload: ReturnType<typeof createResultPayload> = {
    isStopped: false,
    afterHooks: undefined,
    request,
    result,
    serverContext,
    acceptableMediaTypes: [],
    acceptedMediaType: '*/*',
    setResult: (result) => update(payload, { result }),
    setResultProcessor: (resultProcessor, acceptedMediaType) =>
      update(payload, { resultProcessor, acceptedMediaType }),
  };
  return payload;
}

/** Creates the payload of onResponse. */
export function createResponsePayload(
  request: Request,
  response: Response,
  serverContext: ServerContext,
  fetchAPI: FetchAPI,
) {
  const payload: Payload<'onResponse'> = {
    isStopped: false,
    afterHooks: undefined,
    request,
    response,
    serverContext,
    fetchAPI,
    setResponse: (response) => update(payload, { response }),
  };
  return payload;
}
