/** Headers of a request: fixed, or created for each request, for example with a refreshed token. */
export type RequestHeaders =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/** Settings of the hooks. */
export interface Settings {
  /** Address of the API. Default `/graphql` on the page's origin. */
  readonly url: string;
  readonly headers: RequestHeaders;
}

let settings: Settings = { url: '/graphql', headers: {} };

/** Changes the given settings; others keep their values. Call it once, before the first hook runs. */
export function configureHooks(changes: Partial<Settings>): void {
  settings = { ...settings, ...changes };
}

/** Returns the current settings. */
export const getSettings = (): Settings => settings;

/** Options of one request, besides its variables. */
export interface RequestOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** Called with an upload's progress, from 0 to 1. Browsers only, and only if there is a file. */
  readonly onUploadProgress?: (fraction: number) => void;
}

const optionsByVariables = new WeakMap<object, RequestOptions>();

/** Attaches options to a request's variables: `mutate(withOptions({ input }, { onUploadProgress }))`. */
export function withOptions<Variables extends object>(
  variables: Variables,
  request: RequestOptions,
): Variables {
  optionsByVariables.set(variables, request);
  return variables;
}

/** Returns the options attached to a request's variables. */
export const getRequestOptions = (variables: unknown): RequestOptions =>
  (typeof variables === 'object' && variables !== null && optionsByVariables.get(variables)) || {};
