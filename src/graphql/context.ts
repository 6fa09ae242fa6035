import type { AvatarModel } from '../contract/persona.ts';
import type { RestMethods } from '../upstream/client.ts';
import type { Caller } from './authorization/caller.ts';
import type { Loaders } from './loaders.ts';
import type { VerifiedIds } from './verified-ids.ts';

/** What every resolver of one request sees. Nothing in it is shared with another credential. */
export interface GraphContext {
  /** Who asks, and what they may. */
  readonly caller: Caller;
  /** The upstream's endpoints, called with this caller's credential. */
  readonly rest: RestMethods;
  readonly loaders: Loaders;
  /** Ids that this caller's credential was lately found to reach. */
  readonly verifiedIds: VerifiedIds;
  /** Avatar models beyond the contract's that the graph's enum has, too. */
  readonly furtherModels: readonly AvatarModel[];
  /** Bytes of an image, at most. */
  readonly maxImageBytes: number;
}
