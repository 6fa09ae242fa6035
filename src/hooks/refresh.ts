import { ApiError } from './errors.ts';

/** Whether nothing was executed because no credential was valid, so that the request can be sent again. */
const isRejected = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.code === 'UNAUTHENTICATED' &&
  Object.values(error.data ?? {}).every((value) => value === null);

/**
 * Returns a function that sends a request, and sends it once more after a refresh of the credential if it fails with
 * UNAUTHENTICATED. Requests that were sent before a refresh ended share it. Without a refresh, the error stays.
 */
export function createRefresh(getRefresh: () => (() => unknown) | undefined) {
  let refreshes = 0;
  let running: Promise<void> | undefined;
  const run = async (refresh: () => unknown) => {
    try {
      await refresh();
    } finally {
      refreshes += 1;
      running = undefined;
    }
  };
  return async <Data>(send: () => Promise<Data>): Promise<Data> => {
    const refreshesBefore = refreshes;
    try {
      return await send();
    } catch (error) {
      const refresh = getRefresh();
      if (!refresh || !isRejected(error)) throw error;
      if (refreshes === refreshesBefore) {
        running ??= run(refresh);
        await running.catch((cause: unknown) => {
          throw new ApiError({ ...error, message: error.message, cause });
        });
      }
      return send();
    }
  };
}
