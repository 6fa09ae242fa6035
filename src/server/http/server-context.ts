import type { IncomingMessage } from 'node:http';

/** The context of a request from node:http. Empty for requests that do not come from a port. */
export interface ServerContext {
  readonly req?: IncomingMessage;
}
