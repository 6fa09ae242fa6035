import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';

/**
 * Something that happens, for logs, metrics and traces: a module publishes it, and the telemetry subscribes. Without
 * subscribers, publishing does nothing.
 */
export class DiagnosticEvent<Message> {
  readonly #name: string;
  readonly #channel;

  /** `name` is unique: a channel of node:diagnostics_channel has one type of messages. */
  constructor(name: string) {
    this.#name = `avatar-graphql:${name}`;
    this.#channel = channel(this.#name);
  }

  /** Calls all listeners, in the asynchronous context of the caller. */
  publish(message: Message): void {
    this.#channel.publish(message);
  }

  /** Adds a listener. @returns a function that removes it. */
  subscribe(listener: (message: Message) => void): () => void {
    const onMessage = (message: unknown) => listener(message as Message);
    subscribe(this.#name, onMessage);
    return () => void unsubscribe(this.#name, onMessage);
  }
}
