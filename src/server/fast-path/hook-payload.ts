import type { Plugin } from 'graphql-yoga';

/** Yoga's server context: it becomes the operation's context. */
export type ServerContext = Parameters<NonNullable<Plugin['onRequestParse']>>[0]['serverContext'];

/** What Yoga passes to a hook. */
export type Payload<Name extends keyof Plugin> =
  NonNullable<Plugin[Name]> extends (payload: infer P) => unknown ? P : never;

/** What a hook may return, besides undefined. */
export type HookResult<Name extends keyof Plugin> =
  NonNullable<Plugin[Name]> extends (payload: never) => infer Answer
    ? Extract<Awaited<Answer>, object>
    : never;

/**
 * The payload that one kind of hook receives from plugin to plugin. Payloads are classes: hooks destructure functions
 * from a payload, so getters create them only on use, and V8 reads objects of one shape fastest.
 */
export class HookPayload<HookResult> {
  /** Whether to skip the remaining hooks. */
  isStopped = false;
  /** What the hooks returned, such as the handlers `onExecuteDone` and `onRequestParseDone`. */
  afterHooks: HookResult[] | undefined = undefined;

  /** Records what a hook returned. */
  addAfterHook(hookResult: HookResult): void {
    this.afterHooks ??= [];
    this.afterHooks.push(hookResult);
  }
}
