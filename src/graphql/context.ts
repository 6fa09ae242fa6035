import type { GuestToken } from '../policy/guests.ts';
import type { LimitStore } from '../policy/limits.ts';
import type { RestMethods } from '../upstream/rest-methods.ts';
import type { Caller } from './authorization/caller.ts';
import type { Loaders } from './loaders.ts';

/** The context of the resolvers of one request. It contains no data of other credentials. */
export interface GraphContext {
  readonly caller: Caller;
  /** The upstream's endpoints, called with this caller's credential. */
  readonly rest: RestMethods;
  readonly loaders: Loaders;
  readonly maxImageBytes: number;
  /** Counters of the policy. Undefined without one. */
  readonly limits: LimitStore | undefined;
  /** Creates the token of a guest; undefined if there are no guests. */
  readonly createGuestToken: (challenge: string | undefined) => Promise<GuestToken> | undefined;
  /** Limits for how many seconds the data of the response stays fresh. */
  readonly onFreshness: (seconds: number) => void;
}
