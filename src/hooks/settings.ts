/** Headers of a request: fixed, or made anew for each, such as with a token that is refreshed. */
export type RequestHeaders =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/** How the hooks reach the API. */
export interface Settings {
  /** Address of the API. Default `/graphql`, on the page's own origin. */
  readonly url: string;
  readonly headers: RequestHeaders;
}

let settings: Settings = { url: '/graphql', headers: {} };

/** Sets how the hooks reach the API; what is left out stays. Call it once, before the first hook runs. */
export function configureHooks(changes: Partial<Settings>): void {
  settings = { ...settings, ...changes };
}

/** The settings in force. */
export const currentSettings = (): Settings => settings;

/** What one request may have besides its variables. */
export interface RequestOptions {
  /** Gives the request up. */
  readonly signal?: AbortSignal;
  /** Told of an upload's progress, from 0 to 1; only where there is a file, and in a browser. */
  readonly onUploadProgress?: (fraction: number) => void;
}

const options = new WeakMap<object, RequestOptions>();

/** Gives a request options by its variables: `mutate(withOptions({ input }, { onUploadProgress }))`. */
export function withOptions<Variables extends object>(
  variables: Variables,
  request: RequestOptions,
): Variables {
  options.set(variables, request);
  return variables;
}

/** The options that were given by these variables. */
export const optionsOf = (variables: unknown): RequestOptions =>
  (typeof variables === 'object' && variables !== null && options.get(variables)) || {};
