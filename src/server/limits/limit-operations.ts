import type { DocumentCache } from '../documents/document-cache.ts';
import { checkOperation, type DocumentLimits } from '../documents/document-limits.ts';
import type { ServerPlugin } from '../request-context.ts';
import { limitFields } from './limit-requests.ts';
import type { RateLimiter } from './rate-limits.ts';

/** Limits the depth, aliases and cost of operations, and counts their root fields for the caller. */
export const useOperationLimits = (
  documents: DocumentCache,
  limits: DocumentLimits,
  rateLimiter: RateLimiter | undefined,
): ServerPlugin => ({
  onExecute({ args: { schema, document, operationName, variableValues, contextValue } }) {
    const operation = documents.find(document).getCost(schema, operationName);
    if (!operation) return undefined;
    const calls = checkOperation(operation, variableValues ?? {}, limits);
    return rateLimiter && limitFields(rateLimiter, contextValue, operation, calls);
  },
});
