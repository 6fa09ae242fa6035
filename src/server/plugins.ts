import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { createSpool } from '../shared/spool.ts';
import { useAuthentication } from './authentication/authentication-plugin.ts';
import { useAutomaticPersistedQueries } from './caching/automatic-persisted-queries.ts';
import { useCacheControl } from './caching/cache-control.ts';
import { useResponseCache } from './caching/response-cache.ts';
import { useErrorTranslation } from './http/error-translation.ts';
import { useHealthChecks } from './http/health-checks.ts';
import { useMediaTypes } from './http/media-types.ts';
import { useBodyLimits } from './limits/body-limits.ts';
import { useDocumentLimits } from './limits/document-limits.ts';
import { createOperationCosts } from './limits/operation-cost.ts';
import { useRateLimits } from './limits/rate-limit-plugin.ts';
import { getMaxResponseBytes } from './limits/response-limits.ts';
import { useMcp } from './mcp/mcp-endpoint.ts';
import { useProtectedResource } from './mcp/protected-resource.ts';
import { usePages } from './pages/pages.ts';
import type { ServerPlugin } from './request-context.ts';
import { bundledOperations } from './security/bundled-operations.ts';
import { useVaryByOrigin } from './security/cors.ts';
import { useCsrfPrevention } from './security/csrf-prevention.ts';
import { useNoIntrospection } from './security/introspection.ts';
import { usePersistedOperationsOnly } from './security/persisted-operations.ts';
import { TrustedDocuments } from './security/trusted-documents.ts';
import type { ServerOptions } from './server-options.ts';
import type { ServerSettings } from './server-settings.ts';
import { getBodyBytes } from './uploads/upload-limits.ts';
import { useUploads } from './uploads/uploads-plugin.ts';

/**
 * Creates the plugins of a server. Each hook runs in the order of this list. An executor that a later plugin sets wraps
 * the one before it. The reason for each place is beside it.
 * @param execution the plugin that sets the executor.
 */
export function createPlugins(
  options: ServerOptions & ServerSettings & { readonly graphqlEndpoint: string },
  schema: GraphQLSchema,
  execution: Plugin,
): (Plugin | ServerPlugin)[] {
  const { limits, mcp, rateLimiter } = options;
  const maxResponseBytes = getMaxResponseBytes(limits.response);
  const getOperationCost = createOperationCosts(limits.document.cost);
  const trustedDocuments = new TrustedDocuments(
    options.persistedOperations ?? bundledOperations,
    limits.document,
  );
  const onFault = (fault: unknown) => options.onFault?.(fault);
  const plugins = [
    // Results. It reads the errors of graphql-js, so it precedes their translation.
    !options.introspection && useNoIntrospection(),
    // Before all that read the codes of errors or the request id of the response.
    useErrorTranslation(maxResponseBytes, options.onFault),

    // Paths. Before all that serve something.
    useCsrfPrevention(options),
    options.isAllowedOrigin && useVaryByOrigin(),
    useHealthChecks(options),
    mcp?.authorizationServer && useProtectedResource(mcp.authorizationServer),
    // After all others that serve a path: it rejects those that are unknown.
    usePages(options.explorer, options.graphqlEndpoint),
    // Before the MCP plugin, which reads the normalized content type.
    useMediaTypes(),

    // Bodies. Before authentication, so that requests with an invalid token are limited too.
    rateLimiter && useRateLimits(rateLimiter, getOperationCost),
    // Before all that need the caller.
    useAuthentication(options.authenticate, onFault),
    // After authentication, because it requires a caller.
    mcp && useMcp(mcp, schema, maxResponseBytes),
    // After authentication, so that an anonymous client cannot fill the disk.
    useUploads(
      {
        bytes: getBodyBytes(
          options.maxImageBytes,
          options.rest.supports('uploadKnowledgeDocument'),
        ),
        ...limits.upload,
      },
      options.spool ?? createSpool(),
      onFault,
    ),
    // After the plugins that set a parser, which it wraps.
    useBodyLimits(limits.body),

    // Documents. Before all that read the document, because it replaces a hash by its document.
    useAutomaticPersistedQueries(trustedDocuments, options.sharedDocuments),
    // Before the limits, which read the document that it finds by id.
    options.persistedOperations && usePersistedOperationsOnly(trustedDocuments),
    // Before execution. Its validation rule precedes the document cache, which compares the rules.
    useDocumentLimits(limits.document, getOperationCost),
    useCacheControl(),

    // Execution. Before all that wrap the executor.
    execution,
    // Inside the response cache, so that they observe executions and not cached responses.
    options.telemetry,
    ...(options.plugins ?? []),
    // Outermost, because a cached response skips all other executors.
    useResponseCache({
      seconds: options.responseCacheSeconds,
      hasHeader: options.responseCacheHeader,
      shared: options.sharedResponseCache,
      isPerCaller: options.plugins !== undefined,
    }),
  ];
  return plugins.filter((plugin) => typeof plugin === 'object');
}
