import type { PromiseOrValue } from 'graphql/jsutils/PromiseOrValue.js';
import { isPromise } from '../executor/is-promise.ts';
import type { HookPayload } from './hook-payload.ts';

/** The type `void`, which Biome forbids in a union. */
type Void = ReturnType<() => void>;

type Hook<P, HookResult> = (payload: P) => PromiseOrValue<HookResult | Void>;

async function callRemainingHooks<HookResult, P extends HookPayload<HookResult>>(
  hooks: readonly Hook<P, HookResult>[],
  payload: P,
  pending: PromiseLike<HookResult | Void>,
): Promise<void> {
  const hookResult = await pending;
  if (hookResult) payload.addAfterHook(hookResult);
  for (const hook of hooks) {
    if (payload.isStopped) return;
    const hookResult = await hook(payload);
    if (hookResult) payload.addAfterHook(hookResult);
  }
}

/**
 * Calls hooks one after the other until one stops the chain. Returns a promise only if a hook does; most requests await
 * nothing here.
 */
export function callHooks<HookResult, P extends HookPayload<HookResult>>(
  hooks: readonly Hook<P, HookResult>[],
  payload: P,
): Promise<void> | undefined {
  for (let index = 0; index < hooks.length; index += 1) {
    const hookResult = hooks[index]?.(payload);
    if (isPromise(hookResult))
      return callRemainingHooks(hooks.slice(index + 1), payload, hookResult);
    if (hookResult) payload.addAfterHook(hookResult);
    if (payload.isStopped) return undefined;
  }
  return undefined;
}
