import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { useAuthentication } from './authentication/authenticate.ts';
import { useMediaTypes } from './body/body-limits.ts';
import { BodyReader, useBody } from './body/body-reader.ts';
import type { DocumentCache } from './documents/document-cache.ts';
import { useDocumentResolver } from './documents/resolve-document.ts';
import { useValidation } from './documents/validation-rules.ts';
import { useExecutor } from './executor/executor.ts';
import { createResultTranslation, useResultTranslation } from './executor/translate-result.ts';
import { useGraphContext } from './graph-context.ts';
import { useOperationLimits } from './limits/limit-requests.ts';
import { MCP_PATH, useMcp } from './mcp/mcp-endpoint.ts';
import { serveMetadata } from './mcp/protected-resource.ts';
import { createMethodCheck, useEarlyResponses } from './pages/early-responses.ts';
import { serveHealth } from './pages/health-checks.ts';
import { createPages } from './pages/pages.ts';
import type { ServerPlugin } from './request-context.ts';
import { useResponseHeaders } from './response.ts';
import { createOriginCheck } from './security/origin-check.ts';
import type { ResolvedOptions } from './server-options.ts';

const joinHooks = <Payload>(hooks: readonly (((payload: Payload) => unknown) | undefined)[]) => {
  const present = hooks.filter((hook) => hook !== undefined);
  return async (payload: Payload): Promise<void> => {
    for (const hook of present) await hook(payload);
  };
};

/**
 * Joins steps to one plugin, because Yoga allocates a kilobyte for each hook that it calls. Of hooks besides those below,
 * only one step may have each.
 */
function joinSteps(steps: readonly ServerPlugin[]): ServerPlugin {
  const joined: ServerPlugin = {};
  for (const step of steps) Object.assign(joined, step);
  return {
    ...joined,
    onRequestParse: joinHooks(steps.map(({ onRequestParse }) => onRequestParse)),
    onParams: joinHooks(steps.map(({ onParams }) => onParams)),
    onExecute: joinHooks(steps.map(({ onExecute }) => onExecute)),
    onResponse: joinHooks(steps.map(({ onResponse }) => onResponse)),
  };
}

/** Creates the path of a request: Yoga plugins in the order of its steps, which `README.md` describes. */
export function createPipeline(
  options: ResolvedOptions,
  schema: GraphQLSchema,
  documents: DocumentCache,
): (Plugin | ServerPlugin)[] {
  const { limits, mcp } = options;
  const mcpPaths = mcp ? [MCP_PATH] : [];
  const bodies = new BodyReader(options);
  const translateResult = createResultTranslation(options);
  const steps = [
    useEarlyResponses(options.graphqlEndpoint, translateResult, {
      checks: [createOriginCheck(options), createMethodCheck(mcpPaths)],
      others: [
        serveHealth(options),
        serveMetadata(mcp?.authorizationServer),
        createPages(options, mcpPaths),
      ],
    }),
    useMediaTypes(),
    useAuthentication(options),
    useBody(bodies, limits.body),
    useDocumentResolver(options.persistedOperations, limits.document),
    useValidation(documents, limits.document, options.introspection),
    useGraphContext(options),
    useOperationLimits(documents, limits.document, options.rateLimiter),
    useExecutor((document) => documents.find(document).plans, limits.responseBytes),
    useResultTranslation(translateResult),
    useResponseHeaders(options.isAllowedOrigin !== undefined),
  ];
  return [
    joinSteps(steps),
    // These observe or wrap the steps.
    ...(options.telemetry ? [options.telemetry] : []),
    ...(options.plugins ?? []),
    // Last, so that the others see its requests.
    ...(mcp ? [useMcp(mcp, { ...options, schema, bodies, translateResult })] : []),
  ];
}
