import { type Client, sendOperation } from './client.ts';
import { getPollingDelay, type Polling, type PollingPace } from './polling.ts';
import { runUntilAborted } from './run-until-aborted.ts';

/** Options of a function that waits for the final state. */
export interface WaitOptions {
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces parts of the default pace. */
  readonly pace?: Partial<PollingPace> | undefined;
}

/** Polls with a client until the data is final, and returns the data. */
export type WaitFor<Data, Variables> = (
  client: Client,
  variables: Variables,
  options?: WaitOptions,
) => Promise<Data>;

/**
 * Creates a function that polls with a client, for example on a server. Temporary errors do not end the wait.
 * @throws ApiError after an error that a repetition cannot resolve; DOMException TimeoutError at the time limit; the
 * signal's reason if it was aborted.
 */
export const createWaitFor =
  <Data, Variables>(polling: Polling<Data, Variables>): WaitFor<Data, Variables> =>
  async (client, variables, { signal, pace } = {}) => {
    for (let responses = 1; ; responses += 1) {
      const state = await sendOperation(client, polling.document, variables, { signal }).then(
        (data) => ({ data, error: undefined }),
        (error: unknown) => ({ data: undefined, error }),
      );
      const { data, error } = state;
      const delay = getPollingDelay(polling, { ...state, responses }, pace);
      if (delay !== undefined) {
        let timer: ReturnType<typeof setTimeout>;
        const wait = () =>
          new Promise<void>((resolve) => {
            timer = setTimeout(resolve, delay);
          });
        await runUntilAborted(wait, signal).finally(() => clearTimeout(timer));
      } else if (error) {
        throw error;
      } else if (data !== undefined && polling.isFinal(data)) {
        return data;
      } else {
        throw new DOMException('The final state was not reached in time.', 'TimeoutError');
      }
    }
  };
