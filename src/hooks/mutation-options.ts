import { type Client, sendOperation } from './client.ts';
import { defaultClient } from './default-client.ts';
import type { WithApiErrors } from './errors.ts';
import type { RequestOptions } from './send-request.ts';
import { getOperationName, type TypedDocument } from './typed-document.ts';

/** Options of a mutation, for any adapter of TanStack Query. Its variables include the options of the request. */
export interface OperationMutation<Data, Variables> extends WithApiErrors {
  readonly mutationKey: readonly [operation: string];
  readonly mutationFn: (call: Variables & RequestOptions) => Promise<Data>;
}

export const getMutationOptions = <Data, Variables>(
  document: TypedDocument<Data, Variables>,
  client: Client = defaultClient,
): OperationMutation<Data, Variables> => ({
  mutationKey: [getOperationName(document)],
  mutationFn: (call) => {
    const { signal, onUploadProgress } = call;
    // JSON leaves out fields that are undefined.
    const variables = { ...call, signal: undefined, onUploadProgress: undefined };
    return sendOperation(client, document, variables, { signal, onUploadProgress });
  },
});
