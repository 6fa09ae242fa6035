import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { Loaders } from '../graphql/loaders.ts';
import { useAuthentication } from './authentication/authenticate.ts';
import { createGuestToken } from './authentication/guests.ts';
import { useMediaTypes } from './body/body-limits.ts';
import { BodyReader, useBody } from './body/body-reader.ts';
import { useDocumentResolver } from './documents/resolve-document.ts';
import { DocumentCache, useValidation } from './documents/valid-documents.ts';
import { useExecutor } from './executor/executor.ts';
import { createResultTranslation, useResultTranslation } from './executor/translate-result.ts';
import { MCP_PATH, useMcp } from './mcp/mcp-endpoint.ts';
import { serveMetadata } from './mcp/protected-resource.ts';
import { createMethodCheck, createPages, serveHealth, useEarlyResponses } from './pages/pages.ts';
import type { ServerPlugin } from './request-context.ts';
import { useResponseHeaders } from './response.ts';
import { createOriginCheck } from './security/origin-check.ts';
import type { ResolvedOptions } from './server-options.ts';

/** Calls hooks one after the other, without a promise unless one of them returns one. */
const joinHooks = <Payload>(hooks: readonly (((payload: Payload) => unknown) | undefined)[]) => {
  const present = hooks.filter((hook) => hook !== undefined);
  const call = (payload: Payload, from = 0): Promise<void> | undefined => {
    for (let index = from; index < present.length; index += 1) {
      const result = present[index]?.(payload);
      if (result instanceof Promise) return result.then(() => call(payload, index + 1));
    }
    return undefined;
  };
  return (payload: Payload) => call(payload);
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

/** Creates what resolvers use: the deadline, the loaders, and the client of the upstream with the caller's credential. */
const useGraphContext = ({
  rest,
  operationTimeout,
  maxImageBytes,
}: ResolvedOptions): ServerPlugin => ({
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
});

/** Whether a plugin may add rules of validation. */
const mayAddRules = ({ onValidate, onPluginInit }: Plugin) =>
  onValidate !== undefined || onPluginInit !== undefined;

/** Creates the path of a request: Yoga plugins in the order of its steps, which `README.md` describes. */
export function createPipeline(
  options: ResolvedOptions,
  schema: GraphQLSchema,
): (Plugin | ServerPlugin)[] {
  const { limits, mcp, plugins = [], introspection: hasIntrospection } = options;
  const documents = new DocumentCache();
  const bodies = new BodyReader(options);
  const translateResult = createResultTranslation(options);
  const steps = [
    useEarlyResponses(options, translateResult, {
      checks: [createOriginCheck(options), createMethodCheck(mcp && MCP_PATH)],
      others: [
        serveHealth(options),
        serveMetadata(mcp?.authorizationServer),
        createPages(options, mcp && MCP_PATH),
      ],
    }),
    useMediaTypes(),
    useAuthentication(options),
    useBody(bodies, limits.body),
    useDocumentResolver(documents, limits.document, options.persistedOperations),
    useValidation(documents, limits.document, {
      hasIntrospection,
      hasOtherRules: plugins.some(mayAddRules),
    }),
    useGraphContext(options),
    useExecutor(documents, options),
    useResultTranslation(translateResult),
    useResponseHeaders(options.isAllowedOrigin !== undefined),
  ];
  return [
    joinSteps(steps),
    // These observe or wrap the steps.
    ...(options.telemetry ? [options.telemetry] : []),
    ...plugins,
    // Last, so that the others see its requests.
    ...(mcp ? [useMcp(mcp, { ...options, schema, bodies, translateResult })] : []),
  ];
}
