import type { FetchAPI, GraphQLParams, Plugin } from 'graphql-yoga';
import { HookPayload } from './call-hooks.ts';

/** Yoga's server context: it becomes the operation's context. */
export type ServerContext = Parameters<NonNullable<Plugin['onRequestParse']>>[0]['serverContext'];

type Payload<Name extends keyof Plugin> =
  NonNullable<Plugin[Name]> extends (payload: infer P) => unknown ? P : never;

/** What a hook may return, besides undefined. */
type HookResult<Name extends keyof Plugin> =
  NonNullable<Plugin[Name]> extends (payload: never) => infer Answer
    ? Extract<Awaited<Answer>, object>
    : never;

// The payloads that Yoga passes to each kind of hook, as classes. Hooks destructure functions from a payload, so
// getters create them only on use; and V8 reads objects of one shape fastest.

/** A request that a hook may end with a response. */
class IncomingRequestPayload<Result> extends HookPayload<Result> {
  request: Request;
  readonly serverContext: ServerContext;
  readonly fetchAPI: FetchAPI;
  /** The response of the hook that ended the request. */
  response: Response | undefined;

  constructor(request: Request, serverContext: ServerContext, fetchAPI: FetchAPI) {
    super();
    this.request = request;
    this.serverContext = serverContext;
    this.fetchAPI = fetchAPI;
    this.response = undefined;
  }

  get url(): URL {
    return createLazyUrl(this.request);
  }

  get endResponse(): (response: Response) => void {
    return (response) => {
      this.response = response;
      this.isStopped = true;
    };
  }
}

type OnRequest = Payload<'onRequest'>;

/** Payload of onRequest. */
export class RequestPayload
  extends IncomingRequestPayload<HookResult<'onRequest'>>
  implements OnRequest
{
  requestHandler: OnRequest['requestHandler'];

  constructor(
    request: Request,
    serverContext: ServerContext,
    fetchAPI: FetchAPI,
    requestHandler: OnRequest['requestHandler'],
  ) {
    super(request, serverContext, fetchAPI);
    this.requestHandler = requestHandler;
  }

  get setRequest(): OnRequest['setRequest'] {
    return (request) => {
      this.request = request;
    };
  }

  get setRequestHandler(): OnRequest['setRequestHandler'] {
    return (handler) => {
      this.requestHandler = handler;
    };
  }
}

type OnRequestParse = Payload<'onRequestParse'>;

/** Payload of onRequestParse. */
export class RequestParsePayload
  extends IncomingRequestPayload<HookResult<'onRequestParse'>>
  implements OnRequestParse
{
  requestParser: OnRequestParse['requestParser'] = undefined;

  get setRequestParser(): OnRequestParse['setRequestParser'] {
    return (parser) => {
      this.requestParser = parser;
    };
  }
}

type OnParams = Payload<'onParams'>;

/** Payload of onParams. */
export class ParamsPayload extends HookPayload<HookResult<'onParams'>> implements OnParams {
  readonly request: Request;
  readonly context: OnParams['context'];
  readonly fetchAPI: FetchAPI;
  params: GraphQLParams;
  paramsHandler: OnParams['paramsHandler'];
  /** A hook's result, which skips execution. */
  result: Parameters<OnParams['setResult']>[0] | undefined;

  constructor(
    request: Request,
    params: GraphQLParams,
    context: OnParams['context'],
    fetchAPI: FetchAPI,
    paramsHandler: OnParams['paramsHandler'],
  ) {
    super();
    this.request = request;
    this.context = context;
    this.fetchAPI = fetchAPI;
    this.params = params;
    this.paramsHandler = paramsHandler;
    this.result = undefined;
  }

  get setParams(): OnParams['setParams'] {
    return (params) => {
      this.params = params;
    };
  }

  get setParamsHandler(): OnParams['setParamsHandler'] {
    return (handler) => {
      this.paramsHandler = handler;
    };
  }

  get setResult(): OnParams['setResult'] {
    return (result) => {
      this.result = result;
    };
  }
}

type OnExecute = Payload<'onExecute'>;

const noExecutor: OnExecute['executeFn'] = () => {
  throw new Error('No plugin gave an executor.');
};

/** Payload of onExecute. */
export class ExecutePayload extends HookPayload<HookResult<'onExecute'>> implements OnExecute {
  readonly args: OnExecute['args'];
  readonly context: OnExecute['context'];
  executeFn: OnExecute['executeFn'];
  /** A hook's result, which skips execution. */
  result: Parameters<OnExecute['setResultAndStopExecution']>[0] | undefined;

  constructor(args: OnExecute['args']) {
    super();
    this.args = args;
    this.context = args.contextValue;
    this.executeFn = noExecutor;
    this.result = undefined;
  }

  get setExecuteFn(): OnExecute['setExecuteFn'] {
    return (execute) => {
      this.executeFn = execute;
    };
  }

  get setResultAndStopExecution(): OnExecute['setResultAndStopExecution'] {
    return (result) => {
      this.result = result;
      this.isStopped = true;
    };
  }

  get extendContext(): OnExecute['extendContext'] {
    return (extension) => void Object.assign(this.context, extension);
  }
}

type OnContextBuilding = Payload<'onContextBuilding'>;

/** Payload of onContextBuilding. */
export class ContextBuildingPayload
  extends HookPayload<HookResult<'onContextBuilding'>>
  implements OnContextBuilding
{
  readonly context: OnContextBuilding['context'];

  constructor(context: OnContextBuilding['context']) {
    super();
    this.context = context;
  }

  get extendContext(): OnContextBuilding['extendContext'] {
    return (extension) => void Object.assign(this.context, extension);
  }

  get breakContextBuilding(): OnContextBuilding['breakContextBuilding'] {
    return () => {
      this.isStopped = true;
    };
  }
}

type OnExecutionResult = Payload<'onExecutionResult'>;

/** Payload of onExecutionResult. */
export class ExecutionResultPayload
  extends HookPayload<HookResult<'onExecutionResult'>>
  implements OnExecutionResult
{
  readonly request: Request;
  readonly context: OnExecutionResult['context'];
  result: NonNullable<OnExecutionResult['result']>;

  constructor(
    request: Request,
    result: NonNullable<OnExecutionResult['result']>,
    context: OnExecutionResult['context'],
  ) {
    super();
    this.request = request;
    this.result = result;
    this.context = context;
  }

  get setResult(): OnExecutionResult['setResult'] {
    return (result) => {
      this.result = result;
    };
  }
}

type OnResponse = Payload<'onResponse'>;

/** Payload of onResponse. */
export class ResponsePayload extends HookPayload<HookResult<'onResponse'>> implements OnResponse {
  readonly request: Request;
  readonly serverContext: ServerContext;
  readonly fetchAPI: FetchAPI;
  response: Response;

  constructor(
    request: Request,
    response: Response,
    serverContext: ServerContext,
    fetchAPI: FetchAPI,
  ) {
    super();
    this.request = request;
    this.response = response;
    this.serverContext = serverContext;
    this.fetchAPI = fetchAPI;
  }

  get setResponse(): OnResponse['setResponse'] {
    return (response) => {
      this.response = response;
    };
  }
}

type OnResultProcess = Payload<'onResultProcess'>;

/** Payload of onResultProcess. */
export class ResultProcessPayload
  extends HookPayload<HookResult<'onResultProcess'>>
  implements OnResultProcess
{
  readonly request: Request;
  readonly serverContext: ServerContext;
  result: OnResultProcess['result'];
  readonly acceptableMediaTypes: string[];
  resultProcessor?: NonNullable<OnResultProcess['resultProcessor']>;
  /** The media type that the result processor writes. */
  acceptedMediaType: string;

  constructor(request: Request, result: OnResultProcess['result'], serverContext: ServerContext) {
    super();
    this.request = request;
    this.serverContext = serverContext;
    this.result = result;
    this.acceptableMediaTypes = [];
    this.acceptedMediaType = '*/*';
  }

  get setResult(): OnResultProcess['setResult'] {
    return (result) => {
      this.result = result;
    };
  }

  get setResultProcessor(): OnResultProcess['setResultProcessor'] {
    return (processor, mediaType) => {
      this.resultProcessor = processor;
      this.acceptedMediaType = mediaType;
    };
  }
}

/** A request's URL, parsed on first use, as Yoga's is. */
class LazyUrl implements ProxyHandler<URL> {
  readonly #request: Request;
  #url: URL | undefined;

  constructor(request: Request) {
    this.#request = request;
  }

  get #parsedUrl(): URL {
    this.#url ??= new URL(this.#request.url);
    return this.#url;
  }

  get(_: URL, name: string | symbol): unknown {
    const value: unknown = Reflect.get(this.#parsedUrl, name, this.#parsedUrl);
    // URL's methods require a URL as `this`, not a proxy; String(url) calls one.
    return typeof value === 'function' ? value.bind(this.#parsedUrl) : value;
  }

  set(_: URL, name: string | symbol, value: unknown): boolean {
    return Reflect.set(this.#parsedUrl, name, value, this.#parsedUrl);
  }
}

/** The target of every proxy. It is never read. */
const PROXY_TARGET = new URL('http://localhost');

const createLazyUrl = (request: Request) => new Proxy(PROXY_TARGET, new LazyUrl(request));
