import type { RestMethods } from '../rest/client.ts';
import type { Loaders } from './loaders.ts';

/** What every resolver of one request sees. Nothing in it outlives the request or is shared with another. */
export interface GraphContext {
  /** The upstream's endpoints, called with this caller's credential. */
  readonly rest: RestMethods;
  readonly loaders: Loaders;
}
