import type { PromiseOrValue } from 'graphql/jsutils/PromiseOrValue.js';
import { isPromise } from '../executor/is-promise.ts';

/** What the hooks of one stage are handed, one after the other. */
export class HookPayload<Found> {
  /** Whether no further hook is to be called. */
  isOver = false;
  /** What hooks answered, where they answered something. */
  found: Found[] | undefined = undefined;

  /** Notes what a hook answered. */
  note(found: Found): void {
    this.found ??= [];
    this.found.push(found);
  }
}

/** What one answers who answers nothing. */
type Nothing = ReturnType<() => void>;

type Hook<S, Found> = (stage: S) => PromiseOrValue<Found | Nothing>;

async function callRest<Found, S extends HookPayload<Found>>(
  hooks: readonly Hook<S, Found>[],
  stage: S,
  waiting: PromiseLike<Found | Nothing>,
): Promise<void> {
  const found = await waiting;
  if (found) stage.note(found);
  for (const hook of hooks) {
    if (stage.isOver) return;
    const found = await hook(stage);
    if (found) stage.note(found);
  }
}

/**
 * Calls hooks one after the other, until one ends the stage. A promise only where one of them answers later, which few
 * do: most requests wait for nothing here.
 */
export function callHooks<Found, S extends HookPayload<Found>>(
  hooks: readonly Hook<S, Found>[],
  stage: S,
): Promise<void> | undefined {
  for (let index = 0; index < hooks.length; index += 1) {
    const found = hooks[index]?.(stage);
    if (isPromise(found)) return callRest(hooks.slice(index + 1), stage, found);
    if (found) stage.note(found);
    if (stage.isOver) return undefined;
  }
  return undefined;
}
