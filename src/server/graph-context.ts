import { getOperationAST } from 'graphql';
import { Loaders } from '../graphql/loaders.ts';
import { createGuestToken } from './authentication/guests.ts';
import type { ServerPlugin } from './request-context.ts';
import type { ResolvedOptions } from './server-options.ts';

/** Creates what resolvers use: the deadline, the loaders, and the client of the upstream with the caller's credential. */
export const useGraphContext = ({
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
  onExecute({ args: { document, operationName, contextValue } }) {
    contextValue.usesCache = getOperationAST(document, operationName)?.operation === 'query';
  },
});
