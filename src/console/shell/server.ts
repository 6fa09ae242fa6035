const { dataset } = document.documentElement;

/** Path of the API, which the server writes into its page. */
export const endpoint: string = dataset.endpoint ?? '/graphql';

/** Whether the server has an explorer. The server marks its page if there is none. */
export const hasExplorer: boolean = dataset.explorer !== 'off';

/** Whether the API uses the built-in avatar service. */
export const isBuiltIn: boolean = dataset.service === 'built-in';

/** An identity provider where people sign in. */
export interface Provider {
  /** What people know it by. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes?: readonly string[];
  readonly audience?: string;
  /** Origin of its token endpoint. Default: that of the issuer. */
  readonly tokenOrigin?: string;
}

/** Where people sign in; nowhere if they paste a key or token. The server writes it as JSON. */
export const providers: readonly Provider[] = JSON.parse(dataset.signIn ?? '[]');
