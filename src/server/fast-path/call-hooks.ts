import type { PromiseOrValue } from 'graphql/jsutils/PromiseOrValue.js';
import { isPromise } from '../executor/is-promise.ts';
import type { Chain } from './payloads.ts';

const addAfterHook = <HookResult>(chain: Chain<HookResult>, hookResult: HookResult | Void) => {
  if (!hookResult) return;
  chain.afterHooks ??= [];
  chain.afterHooks.push(hookResult);
};

/** The type `void`, which Biome forbids in a union. */
type Void = ReturnType<() => void>;

type Hook<P, HookResult> = (payload: P) => PromiseOrValue<HookResult | Void>;

async function callRemainingHooks<HookResult, P extends Chain<HookResult>>(
  hooks: readonly Hook<P, HookResult>[],
  payload: P,
  pending: PromiseLike<HookResult | Void>,
): Promise<void> {
  addAfterHook(payload, await pending);
  for (const hook of hooks) {
    if (payload.isStopped) return;
    addAfterHook(payload, await hook(payload));
  }
}

/**
 * Calls hooks one after the other until one stops the chain. Returns a promise only if a hook does; most requests await
 * nothing here.
 */
export function callHooks<HookResult, P extends Chain<HookResult>>(
  hooks: readonly Hook<P, HookResult>[],
  payload: P,
): Promise<void> | undefined {
  for (let index = 0; index < hooks.length; index += 1) {
    const hookResult = hooks[index]?.(payload);
    if (isPromise(hookResult))
      return callRemainingHooks(hooks.slice(index + 1), payload, hookResult);
    addAfterHook(payload, hookResult);
    if (payload.isStopped) return undefined;
  }
  return undefined;
}
