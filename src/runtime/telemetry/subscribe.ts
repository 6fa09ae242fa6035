import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/**
 * Subscribes to a channel of node:diagnostics_channel. The caller states the type of its messages: each channel has one
 * function that publishes to it.
 * @returns a function that unsubscribes.
 */
export function subscribeTo<Message>(
  channel: string,
  listener: (message: Message) => void,
): () => void {
  const onMessage = (message: unknown) => listener(message as Message);
  subscribe(channel, onMessage);
  return () => void unsubscribe(channel, onMessage);
}

/** Combines functions that unsubscribe into one. */
export const combineUnsubscribes =
  (...unsubscribes: readonly (() => void)[]) =>
  (): void => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
