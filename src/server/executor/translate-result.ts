import type { ExecutionResult, GraphQLError } from 'graphql';
import { translateError } from '../../graphql/errors.ts';
import { getSchema } from '../../graphql/get-schema.ts';
import type { RequestContext } from '../request-context.ts';
import { createResponseTooLargeError, measureJson } from './operation-limits.ts';

interface TranslationOptions {
  /** `responseBytes` is the maximum size of a result with errors. A larger one is replaced by an error. */
  readonly limits: { readonly responseBytes: number };
  /** Whether errors may suggest names of the schema. */
  readonly introspection: boolean;
  /** Receives every error that clients see only as INTERNAL. */
  readonly onFault: (fault: unknown, requestId: string) => void;
}

/** Removes "Did you mean" from an error of validation or of variables. */
function removeSuggestion(error: GraphQLError) {
  const [message = '', suggestion] = error.message.split('Did you mean ', 2);
  if (suggestion !== undefined) error.message = message.trimEnd();
  return error;
}

/** Converts the errors of a result to the format that clients see. */
export type TranslateResult = (result: ExecutionResult, requestId: string) => ExecutionResult;

/** Summarizes a result that is in the format that clients see. */
export const getOutcome = ({ data, errors = [] }: ExecutionResult): RequestContext['outcome'] => ({
  codes: errors.map(({ extensions }) => String(extensions.code)),
  hasData: data !== undefined,
});

export function createResultTranslation({
  limits: { responseBytes: maxBytes },
  introspection,
  onFault,
}: TranslationOptions): TranslateResult {
  const translate = (error: GraphQLError, requestId: string) => {
    const shown = introspection ? error : removeSuggestion(error);
    const { sent, masked } = translateError(shown, requestId, getSchema());
    if (masked !== undefined) onFault(masked, requestId);
    return sent;
  };
  const limitSize = (result: ExecutionResult, requestId: string): ExecutionResult =>
    measureJson(result, maxBytes) > maxBytes
      ? { errors: [translate(createResponseTooLargeError(maxBytes), requestId)] }
      : result;
  return (result, requestId) => {
    if (!result.errors) return result;
    const errors = result.errors.map((error) => translate(error, requestId));
    return limitSize({ ...result, errors }, requestId);
  };
}
