import type { IncomingMessage } from 'node:http';

/** What node:http passes beside a request; empty if a request does not come from a port. */
export interface ServerContext {
  readonly req?: IncomingMessage;
}
