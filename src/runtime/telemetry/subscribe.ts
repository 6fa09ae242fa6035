import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/**
 * Hears everything that is published on a channel, of which the caller knows what it holds: each has one function that
 * publishes there.
 * @returns what ends the hearing.
 */
export function subscribeTo<Message>(
  channel: string,
  listener: (message: Message) => void,
): () => void {
  const listen = (message: unknown) => listener(message as Message);
  subscribe(channel, listen);
  return () => void unsubscribe(channel, listen);
}

/** Ends all of these. */
export const unsubscribeAll =
  (...ends: readonly (() => void)[]) =>
  (): void => {
    for (const end of ends) end();
  };
