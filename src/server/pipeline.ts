import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  subscribe,
} from 'graphql';
import { type FetchAPI, type Plugin, processRegularResult } from 'graphql-yoga';
import { Loaders } from '../graphql/loaders.ts';
import { addLiteralProblems } from '../graphql/value-problem.ts';
import { createSpool } from '../shared/spool.ts';
import {
  authenticateRequest,
  requireAuthentication,
} from './authentication/authenticate-request.ts';
import { createGuestToken } from './authentication/guests.ts';
import { checkVariables, getBodyBytes } from './body/body-limits.ts';
import { BodyReader } from './body/body-reader.ts';
import { checkMediaType, isForm } from './body/media-type.ts';
import { createClientError } from './client-errors.ts';
import type { DocumentCache } from './documents/document-cache.ts';
import { checkLength, checkOperation } from './documents/document-limits.ts';
import { bundledOperations } from './documents/persisted-operations.ts';
import { DocumentResolver } from './documents/resolve-document.ts';
import { createValidationRules } from './documents/validation-rules.ts';
import { createExecutor } from './executor/executor.ts';
import { limitFields, limitRequests } from './limits/limit-requests.ts';
import { MCP_PATH, useMcp } from './mcp/mcp-endpoint.ts';
import { serveMetadata } from './mcp/protected-resource.ts';
import { serveHealth } from './pages/health-checks.ts';
import { createPages } from './pages/pages.ts';
import type { RequestContext, ServerPlugin } from './request-context.ts';
import { completeResponse } from './response-headers.ts';
import { createOriginCheck } from './security/origin-check.ts';
import type { ServerOptions } from './server-options.ts';
import type { ServerSettings } from './server-settings.ts';
import { createResultTranslation, getOutcome } from './translate-result.ts';

/** Methods of the graph, pages and health checks, and of MCP; OPTIONS is for CORS preflights. */
const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const MCP_METHODS = ['POST', 'OPTIONS'];

const isGraphQLError = (error: unknown) => error instanceof GraphQLError;

function checkMethod({ method }: Request, { isMcpMessage }: RequestContext): void {
  // A preflight request that arrives here gets no CORS headers.
  if (isMcpMessage ? method === 'POST' : METHODS.includes(method)) return;
  const headers = { allow: (isMcpMessage ? MCP_METHODS : METHODS).join(', ') };
  const message = 'This method is not supported.';
  throw createClientError('BAD_REQUEST', message, { status: 405, headers });
}

/**
 * Creates the path of a request as Yoga plugins: the pipeline, whose hooks run in the order of a request, and the plugins
 * that observe or wrap it. `README.md` describes this path.
 */
export function createPipeline(
  options: ServerOptions & ServerSettings & { readonly graphqlEndpoint: string },
  schema: GraphQLSchema,
  documents: DocumentCache,
): (Plugin | ServerPlugin)[] {
  const { rest, limits, mcp, rateLimiter, persistedOperations, graphqlEndpoint } = options;
  const maxBytes = limits.responseBytes;
  const onFault = (fault: unknown, requestId?: string) => options.onFault?.(fault, requestId);
  const uploadBytes = getBodyBytes(options.maxImageBytes, rest.supports('createKnowledgeDocument'));
  const checkOrigin = createOriginCheck(options);
  const servePage = createPages({
    endpoint: graphqlEndpoint,
    hasConsole: options.console,
    hasExplorer: options.explorer,
    isBuiltInService: options.isBuiltInService ?? false,
    ...(options.getSignInProviders && { getSignInProviders: options.getSignInProviders }),
  });
  const bodies = new BodyReader({
    body: limits.body,
    upload: { bytes: uploadBytes, ...limits.upload },
    spool: options.spool ?? createSpool(),
    onFault,
  });
  const rules = createValidationRules(limits.document, options.introspection);
  const resolver = new DocumentResolver(
    persistedOperations ?? bundledOperations,
    persistedOperations !== undefined,
  );
  const execute = createExecutor((document) => documents.find(document).plans, maxBytes);
  const translateResult = createResultTranslation({
    maxBytes,
    hasSuggestions: options.introspection,
    onFault,
  });

  /** Returns the response to a request that is not an operation; undefined for an operation. */
  const serveOther = (request: Request, path: string, fetchAPI: FetchAPI) =>
    serveHealth(request, path, options, fetchAPI) ??
    (mcp?.authorizationServer && serveMetadata(request, path, mcp.authorizationServer, fetchAPI)) ??
    servePage(request, path, fetchAPI);

  const rejectRequest = (error: unknown, { requestId }: RequestContext, fetchAPI: FetchAPI) => {
    if (!(error instanceof GraphQLError)) throw error;
    const result = translateResult({ errors: [error] }, requestId);
    return processRegularResult(result, fetchAPI, 'application/json');
  };

  /** Identifies and limits the caller, before the body is read. A rejected caller counts as its address. */
  const admit = (request: Request, context: RequestContext) => {
    const identify = () => authenticateRequest(request, context, options.authenticate, onFault);
    if (!rateLimiter) return identify();
    return Promise.try(identify).then(
      () => limitRequests(rateLimiter, context),
      async (error: unknown) => {
        await limitRequests(rateLimiter, context);
        throw error;
      },
    );
  };

  const pipeline: ServerPlugin = {
    onRequest({ request, url: { pathname }, serverContext, endResponse, fetchAPI }) {
      serverContext.isMcpMessage = mcp !== undefined && pathname === MCP_PATH;
      const reject = (error: unknown) => endResponse(rejectRequest(error, serverContext, fetchAPI));
      try {
        checkOrigin(request, serverContext.host);
        checkMethod(request, serverContext);
        const response = serverContext.isMcpMessage
          ? undefined
          : serveOther(request, pathname, fetchAPI);
        if (response instanceof Promise)
          return response.then((found) => found && endResponse(found)).catch(reject);
        if (response) endResponse(response);
      } catch (error) {
        reject(error);
      }
      return undefined;
    },

    onRequestParse({ request, serverContext, requestParser, setRequestParser }) {
      checkMediaType(request, true);
      setRequestParser((parsed) => bodies.readParams(parsed, serverContext, requestParser));
      const admitted = admit(request, serverContext);
      if (!isForm(request)) return admitted;
      // An anonymous client must not fill the disk.
      return Promise.resolve(admitted).then(() =>
        requireAuthentication(serverContext, 'An upload'),
      );
    },

    onParams({ params, context, setParams }) {
      if (typeof params.query === 'string') checkLength(params.query, limits.document);
      checkVariables(params.variables, limits.body);
      const resolved = resolver.resolve(params, context);
      if (resolved !== params) setParams(resolved);
    },

    onParse({ setParseFn }) {
      setParseFn((source) => parse(source, { maxTokens: limits.document.tokens }));
    },

    onValidate({ params: { schema, documentAST }, addValidationRule }) {
      for (const rule of rules) addValidationRule(rule);
      return ({ valid, result }) => {
        if (valid) documents.add(documentAST);
        else addLiteralProblems(result.filter(isGraphQLError), schema, documentAST);
      };
    },

    onContextBuilding({ context, extendContext }) {
      const methods = rest.for(context);
      extendContext({
        until: performance.now() + options.operationTimeout,
        rest: methods,
        loaders: new Loaders(methods, rest.supports),
        maxImageBytes: options.maxImageBytes,
        createGuestToken: () => createGuestToken(context),
      });
    },

    onExecute({ args, setExecuteFn }) {
      const { document, operationName, contextValue } = args;
      contextValue.usesCache = getOperationAST(document, operationName)?.operation === 'query';
      const operation = documents.find(document).getCost(args.schema, operationName);
      const variables = args.variableValues ?? {};
      const calls = operation ? checkOperation(operation, variables, limits.document) : 0;
      setExecuteFn(execute);
      const register = () => resolver.register(contextValue);
      if (!operation || !rateLimiter) return register();
      return limitFields(rateLimiter, contextValue, operation, calls).then(register);
    },

    // The schema has no such operation. graphql-js reports this.
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn(subscribe);
    },

    onResultProcess({ result, serverContext, setResult }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result) return;
      const translated: ExecutionResult = translateResult(result, serverContext.requestId);
      serverContext.outcome = getOutcome(translated);
      if (translated !== result) setResult(translated);
    },

    onResponse({ request, response, serverContext, setResponse, fetchAPI }) {
      const completed = completeResponse(response, request, serverContext, {
        hasAllowedOrigins: options.isAllowedOrigin !== undefined,
        fetchAPI,
      });
      if (completed instanceof Promise) return completed.then(setResponse);
      if (completed !== response) setResponse(completed);
      return serverContext.releaseFiles?.();
    },
  };

  return [
    pipeline,
    ...(options.telemetry ? [options.telemetry] : []),
    ...(options.plugins ?? []),
    // Last, so that the others see its requests.
    ...(mcp
      ? [
          useMcp(mcp, schema, maxBytes, {
            admit: (request, context) => {
              checkMediaType(request, false);
              return admit(request, context);
            },
            readJson: (request, context) => bodies.readJson(request, context),
            checkVariables: (variables) => checkVariables(variables, limits.body),
            translateResult,
          }),
        ]
      : []),
  ];
}
