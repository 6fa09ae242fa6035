/** Runs a document and returns the result. */
export type Ask = (
  query: string,
  variables?: object,
  headers?: Record<string, string>,
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on data of any document.
) => Promise<any>;

/** Creates a function that calls the API at `url`. With another upstream and no shared key, it sends a key by default. */
export function createAsk(url: string, settings: Record<string, string>): Ask {
  const usesForwardedKeys = settings.UPSTREAM_URL !== undefined && !settings.UPSTREAM_API_KEY;
  const keyHeaders = usesForwardedKeys ? { authorization: 'Bearer a-key' } : {};
  return async (query, variables = {}, headers = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      body: JSON.stringify({ query, variables }),
      headers: { 'content-type': 'application/json', ...keyHeaders, ...headers },
    });
    return response.json();
  };
}
