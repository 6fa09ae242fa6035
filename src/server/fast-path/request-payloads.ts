import type { FetchAPI } from 'graphql-yoga';
import { HookPayload, type HookResult, type Payload, type ServerContext } from './hook-payload.ts';

/** A request that a hook may end with a response. */
class IncomingRequestPayload<Result> extends HookPayload<Result> {
  request: Request;
  readonly serverContext: ServerContext;
  readonly fetchAPI: FetchAPI;
  /** The response of the hook that ended the request. */
  response: Response | undefined;

  #url: URL | undefined;

  constructor(request: Request, serverContext: ServerContext, fetchAPI: FetchAPI) {
    super();
    this.request = request;
    this.serverContext = serverContext;
    this.fetchAPI = fetchAPI;
    this.response = undefined;
  }

  get url(): URL {
    this.#url ??= new URL(this.request.url);
    return this.#url;
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
