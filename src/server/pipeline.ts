import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { Loaders } from '../graphql/loaders.ts';
import { authenticateRequest } from './authentication/authenticate.ts';
import { createGuestToken } from './authentication/guests.ts';
import { BodyReader, checkMediaType, checkVariables } from './body/body-reader.ts';
import { createDocumentResolver } from './documents/resolve-document.ts';
import { createValidation, DocumentCache } from './documents/valid-documents.ts';
import { createExecutor } from './executor/executor.ts';
import { createResultTranslation, getOutcome } from './executor/translate-result.ts';
import { useMcp } from './mcp/mcp-endpoint.ts';
import { createEarlyResponses } from './pages/pages.ts';
import type { ServerPlugin } from './request-context.ts';
import { addHeaders } from './response.ts';
import type { ResolvedOptions } from './server-options.ts';

/** Whether a plugin may add rules of validation. */
const mayAddRules = ({ onValidate, onPluginInit }: Plugin) =>
  onValidate !== undefined || onPluginInit !== undefined;

/** Removes Yoga's parsers of bodies, which `BodyReader` replaces: they take a tenth of the memory of a mint. */
const withoutParsers: Plugin = {
  onPluginInit({ plugins }) {
    const end = plugins.indexOf(withoutParsers);
    for (const [index, plugin] of plugins.slice(0, end).entries())
      if (Object.hasOwn(plugin, 'onRequestParse')) plugins[index] = {};
  },
};

/**
 * Creates the path of a request, which `README.md` describes: the steps as one plugin, because Yoga allocates a kilobyte
 * for each hook that it calls, and the plugins that observe or wrap them.
 */
export function createPipeline(
  options: ResolvedOptions,
  schema: GraphQLSchema,
): (Plugin | ServerPlugin)[] {
  const { limits, mcp, plugins = [], telemetry, rest, operationTimeout, maxImageBytes } = options;
  const documents = new DocumentCache();
  const bodies = new BodyReader(options);
  const translateResult = createResultTranslation(options);
  const resolveDocument = createDocumentResolver(documents, limits.document, options);
  const hasOtherRules = plugins.some(mayAddRules);
  const { introspection: hasIntrospection } = options;
  const validation = { hasIntrospection, hasOtherRules };
  const steps: ServerPlugin = {
    onRequest: createEarlyResponses(options, translateResult),
    onRequestParse(payload) {
      const { request, serverContext } = payload;
      checkMediaType(request, true);
      const authenticated = authenticateRequest(request, serverContext, options);
      return authenticated
        ? authenticated.then(() => bodies.setParser(payload))
        : bodies.setParser(payload);
    },
    onParams({ params, setParams }) {
      checkVariables(params.variables, limits.body);
      const query = resolveDocument(params);
      if (query !== undefined) setParams({ ...params, query });
    },
    ...createValidation(documents, limits.document, validation),
    onContextBuilding({ context, extendContext }) {
      const methods = rest.for(context);
      extendContext({
        until: performance.now() + operationTimeout,
        rest: methods,
        loaders: new Loaders(methods, rest.supports),
        maxImageBytes,
        createGuestToken: (challenge) => createGuestToken(context, challenge),
      });
    },
    ...createExecutor(documents, options),
    onResultProcess({ result, serverContext, setResult }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result) return;
      const translated = translateResult(result, serverContext.requestId);
      serverContext.outcome = getOutcome(translated);
      setResult(translated);
    },
    onResponse(payload) {
      const hasAllowedOrigins = options.isAllowedOrigin !== undefined;
      const released = payload.serverContext.releaseFiles?.();
      return released
        ? released.then(() => addHeaders(payload, hasAllowedOrigins))
        : addHeaders(payload, hasAllowedOrigins);
    },
  };
  return [
    withoutParsers,
    steps,
    ...(telemetry ? [telemetry] : []),
    ...plugins,
    // Last, so that the others see its requests.
    ...(mcp ? [useMcp(mcp, { ...options, schema, bodies, translateResult })] : []),
  ];
}
