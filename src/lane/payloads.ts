import type { FetchAPI, GraphQLParams, Plugin } from 'graphql-yoga';

/** What plugins know of a request besides itself; Yoga makes the operation's context of it. */
export type ServerContext = Parameters<NonNullable<Plugin['onRequestParse']>>[0]['serverContext'];

type Payload<Name extends keyof Plugin> =
  NonNullable<Plugin[Name]> extends (payload: infer P) => unknown ? P : never;

// What Yoga hands to the hooks of each stage, as classes: hooks take the functions out of a payload, so each has to be
// made for it, but only when it is asked for; and payloads of one shape are read faster than ones that differ.

type OnRequest = Payload<'onRequest'>;

/** A request that arrives, and what hooks make of it. */
export class RequestPayload implements OnRequest {
  request: Request;
  requestHandler: OnRequest['requestHandler'];
  readonly serverContext: ServerContext;
  readonly fetchAPI: FetchAPI;
  /** The answer of whoever ended it early. */
  response: Response | undefined;

  constructor(
    request: Request,
    serverContext: ServerContext,
    fetchAPI: FetchAPI,
    requestHandler: OnRequest['requestHandler'],
  ) {
    this.request = request;
    this.serverContext = serverContext;
    this.fetchAPI = fetchAPI;
    this.requestHandler = requestHandler;
    this.response = undefined;
  }

  get url(): URL {
    return urlOf(this.request);
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

  get endResponse(): OnRequest['endResponse'] {
    return (response) => {
      this.response = response;
    };
  }
}

type OnRequestParse = Payload<'onRequestParse'>;

/** A request that is to be read, and by what parser. */
export class ParsePayload implements OnRequestParse {
  readonly request: Request;
  readonly serverContext: ServerContext;
  readonly fetchAPI: FetchAPI;
  requestParser: OnRequestParse['requestParser'];
  /** The answer of whoever ended it early. */
  response: Response | undefined;

  constructor(request: Request, serverContext: ServerContext, fetchAPI: FetchAPI) {
    this.request = request;
    this.serverContext = serverContext;
    this.fetchAPI = fetchAPI;
    this.requestParser = undefined;
    this.response = undefined;
  }

  get url(): URL {
    return urlOf(this.request);
  }

  get setRequestParser(): OnRequestParse['setRequestParser'] {
    return (parser) => {
      this.requestParser = parser;
    };
  }

  get endResponse(): OnRequestParse['endResponse'] {
    return (response) => {
      this.response = response;
    };
  }
}

type OnParams = Payload<'onParams'>;

/** The parameters of an operation, and what handles them. */
export class ParamsPayload implements OnParams {
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
export class ExecutePayload implements OnExecute {
  readonly args: OnExecute['args'];
  readonly context: OnExecute['context'];
  executeFn: OnExecute['executeFn'];
  /** The result of whoever has one without execution. */
  result: Parameters<OnExecute['setResultAndStopExecution']>[0] | undefined;
  isOver: boolean;

  constructor(args: OnExecute['args']) {
    this.args = args;
    this.context = args.contextValue;
    this.executeFn = noExecutor;
    this.result = undefined;
    this.isOver = false;
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

type OnResultProcess = Payload<'onResultProcess'>;

/** A result that is to be written, and by what. */
export class ResultPayload implements OnResultProcess {
  readonly request: Request;
  readonly serverContext: ServerContext;
  result: OnResultProcess['result'];
  readonly acceptableMediaTypes: string[];
  resultProcessor?: NonNullable<OnResultProcess['resultProcessor']>;
  /** The media type that the processor is to write. */
  acceptedMediaType: string;

  constructor(request: Request, result: OnResultProcess['result'], serverContext: ServerContext) {
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

  get(_: URL, name: string | symbol): unknown {
    this.#url ??= new URL(this.#request.url);
    return Reflect.get(this.#url, name, this.#url);
  }
}

/** Stands behind every lazy url, and is never looked at. */
const NO_URL = new URL('http://localhost');

const urlOf = (request: Request) => new Proxy(NO_URL, new LazyUrl(request));
