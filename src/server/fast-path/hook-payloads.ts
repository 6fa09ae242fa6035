import type { FetchAPI, GraphQLParams, Plugin } from 'graphql-yoga';
import { HookPayload } from './call-hooks.ts';

/** What plugins know of a request besides itself; Yoga makes the operation's context of it. */
export type ServerContext = Parameters<NonNullable<Plugin['onRequestParse']>>[0]['serverContext'];

type Payload<Name extends keyof Plugin> =
  NonNullable<Plugin[Name]> extends (payload: infer P) => unknown ? P : never;

/** What hooks of a stage may answer, besides nothing. */
type Found<Name extends keyof Plugin> =
  NonNullable<Plugin[Name]> extends (payload: never) => infer Answer
    ? Extract<Awaited<Answer>, object>
    : never;

// What Yoga hands to the hooks of each stage, as classes: hooks take the functions out of a payload, so each has to be
// made for it, but only when it is asked for; and payloads of one shape are read faster than ones that differ.

/** A request that anyone may still end with an answer of their own. */
class ArrivalPayload<Found> extends HookPayload<Found> {
  request: Request;
  readonly serverContext: ServerContext;
  readonly fetchAPI: FetchAPI;
  /** The answer of whoever ended it early. */
  response: Response | undefined;

  constructor(request: Request, serverContext: ServerContext, fetchAPI: FetchAPI) {
    super();
    this.request = request;
    this.serverContext = serverContext;
    this.fetchAPI = fetchAPI;
    this.response = undefined;
  }

  get url(): URL {
    return urlOf(this.request);
  }

  get endResponse(): (response: Response) => void {
    return (response) => {
      this.response = response;
      this.isOver = true;
    };
  }
}

type OnRequest = Payload<'onRequest'>;

/** A request that arrives, and what hooks make of it. */
export class RequestPayload extends ArrivalPayload<Found<'onRequest'>> implements OnRequest {
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

/** A request that is to be read, and by what parser. */
export class ParsePayload
  extends ArrivalPayload<Found<'onRequestParse'>>
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

/** The parameters of an operation, and what handles them. */
export class ParamsPayload extends HookPayload<Found<'onParams'>> implements OnParams {
  readonly request: Request;
  readonly context: OnParams['context'];
  readonly fetchAPI: FetchAPI;
  params: GraphQLParams;
  paramsHandler: OnParams['paramsHandler'];
  /** The result of whoever has one without execution. */
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

/** An operation that is to be executed, and by what. */
export class ExecutePayload extends HookPayload<Found<'onExecute'>> implements OnExecute {
  readonly args: OnExecute['args'];
  readonly context: OnExecute['context'];
  executeFn: OnExecute['executeFn'];
  /** The result of whoever has one without execution. */
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
      this.isOver = true;
    };
  }

  get extendContext(): OnExecute['extendContext'] {
    return (extension) => void Object.assign(this.context, extension);
  }
}

type OnContextBuilding = Payload<'onContextBuilding'>;

/** The context of an operation that is to be completed. */
export class ContextPayload
  extends HookPayload<Found<'onContextBuilding'>>
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
      this.isOver = true;
    };
  }
}

type OnExecutionResult = Payload<'onExecutionResult'>;

/** What comes of one operation. */
export class OutcomePayload
  extends HookPayload<Found<'onExecutionResult'>>
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

/** A response that is about to be sent. */
export class ResponsePayload extends HookPayload<Found<'onResponse'>> implements OnResponse {
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

/** A result that is to be written, and by what. */
export class ResultPayload
  extends HookPayload<Found<'onResultProcess'>>
  implements OnResultProcess
{
  readonly request: Request;
  readonly serverContext: ServerContext;
  result: OnResultProcess['result'];
  readonly acceptableMediaTypes: string[];
  resultProcessor?: NonNullable<OnResultProcess['resultProcessor']>;
  /** The media type that the processor is to write. */
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

/** A request's url, parsed when a plugin looks at it, as Yoga's own is. */
class LazyUrl implements ProxyHandler<URL> {
  readonly #request: Request;
  #url: URL | undefined;

  constructor(request: Request) {
    this.#request = request;
  }

  get #parsed(): URL {
    this.#url ??= new URL(this.#request.url);
    return this.#url;
  }

  get(_: URL, name: string | symbol): unknown {
    const value: unknown = Reflect.get(this.#parsed, name, this.#parsed);
    // A method of URL works on a URL alone, which what it would be called on is not: String(url) is such a call.
    return typeof value === 'function' ? value.bind(this.#parsed) : value;
  }

  set(_: URL, name: string | symbol, value: unknown): boolean {
    return Reflect.set(this.#parsed, name, value, this.#parsed);
  }
}

/** Stands behind every lazy url, and is never looked at. */
const NO_URL = new URL('http://localhost');

const urlOf = (request: Request) => new Proxy(NO_URL, new LazyUrl(request));
