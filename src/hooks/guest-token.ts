import { type ClientOptions, createClient, type GetToken } from './client.ts';
import { CreateGuestTokenDocument } from './document-strings.ts';

/** Where a token stays between visits: `localStorage`, or something like it. */
export type TokenStorage = Pick<Storage, 'getItem' | 'setItem'>;

export interface GuestTokenOptions {
  /** Returns a response to the challenge of the page. Called for each new token. Default: there is no challenge. */
  readonly challenge?: () => string | Promise<string>;
  /** Where the token stays. Default `localStorage`; if it cannot be used, the memory of the page. */
  readonly storage?: TokenStorage;
}

/** Runs a function in one tab of the origin at a time. Browsers have locks on secure pages only. */
const runAlone = <Result>(name: string, run: () => Promise<Result>): Promise<Result> =>
  globalThis.navigator?.locks ? navigator.locks.request(name, run) : run();

/** Creates a client for the same API without a credential. */
const createAnonymousClient = ({
  getToken: _,
  onUnauthenticated: __,
  headers,
  ...options
}: ClientOptions) =>
  createClient({
    ...options,
    errors: 'throw',
    headers: async () => ({
      ...(typeof headers === 'function' ? await headers() : headers),
      authorization: undefined,
    }),
  });

/**
 * Returns the option `getToken` for a visitor without a login: the token of a guest is created once for all tabs, and
 * again when the API does not accept it any more.
 */
export function guestToken({ challenge, storage }: GuestTokenOptions = {}): GetToken {
  let inMemory: string | undefined;
  let creating: Promise<string> | undefined;

  const load = (key: string) => {
    try {
      // The property itself throws an error if the visitor has blocked it.
      return (storage ?? localStorage).getItem(key) ?? inMemory;
    } catch {
      return inMemory;
    }
  };

  const save = (key: string, token: string) => {
    inMemory = token;
    try {
      (storage ?? localStorage).setItem(key, token);
    } catch {
      // It stays in the memory of the page.
    }
  };

  return async ({ refused, options }) => {
    const key = `avatar-graphql:guest:${options.url ?? '/graphql'}`;
    const find = () => {
      const token = load(key);
      return token === refused ? undefined : token;
    };
    const create = async () => {
      const input = challenge ? { challenge: await challenge() } : {};
      const data = await createAnonymousClient(options).request(CreateGuestTokenDocument, {
        input,
      });
      const token = data.createGuestToken?.token;
      if (token === undefined) throw new Error('The API returned no guest token.');
      save(key, token);
      return token;
    };
    const found = find();
    if (found !== undefined) return found;
    // Another tab may have created one meanwhile.
    creating ??= runAlone(key, async () => find() ?? (await create())).finally(() => {
      creating = undefined;
    });
    return creating;
  };
}
