import { type GraphQLError, locatedError } from 'graphql';
import { type Path, pathToArray } from 'graphql/jsutils/Path.js';
import { UpstreamError } from '../../upstream/errors.ts';
import { createLimitError, createResponseTooLargeError, measureJson } from './operation-limits.ts';
import type { FieldPlan, Plan, TypePlan } from './plan.ts';

export type ObjectValue = Record<string, unknown>;

export const isObject = (value: unknown): value is ObjectValue =>
  typeof value === 'object' && value !== null;

export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  isObject(value) && typeof value.then === 'function';

export const isIterable = (value: unknown): value is Iterable<unknown> =>
  isObject(value) && Symbol.iterator in value;

/** Handles the rejections of the promises of a list that nobody reads: they must not end the process. */
export function abandon(list: unknown): void {
  if (!isIterable(list)) return;
  for (const item of list) if (isPromise(item)) item.then(undefined, () => undefined);
}

export interface ExecuteOptions {
  readonly contextValue: unknown;
  /** Coerced. */
  readonly variableValues: Record<string, unknown>;
  /** Maximum size of the result as JSON, in bytes. */
  readonly maxBytes: number;
}

/**
 * Where a value stands in the result. Only objects, lists, errors and promises need a place: a promise fills it when it
 * arrives. The objects and lists around it are in their own places by then, and need no promise.
 */
export interface Place extends Path {
  readonly prev: Place | undefined;
  readonly container: Record<string, unknown> | unknown[];
  readonly fieldPlan: FieldPlan;
  readonly type: TypePlan;
  /** Whether an error has replaced the value by null. What arrives below it has no effect. */
  isNull: boolean;
}

/** One execution of a plan. */
export class ExecutionContext {
  readonly plan: Plan;
  readonly options: ExecuteOptions;
  /** Errors so far, in the order in which they occurred. */
  readonly errors: GraphQLError[] = [];
  /** The error that replaces the result. */
  failure: GraphQLError | undefined;
  /** Upper bound of the size of the result so far. */
  #bytes = 0;
  #pendingCount = 0;
  #arrivals: PromiseWithResolvers<void> | undefined;
  #isOver = false;

  constructor(plan: Plan, options: ExecuteOptions) {
    this.plan = plan;
    this.options = options;
  }

  /**
   * Counts bytes of the result.
   * @throws GraphQLError beyond the maximum size.
   */
  addBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.options.maxBytes)
      this.#fail(createResponseTooLargeError(this.options.maxBytes));
  }

  /** Counts a serialized value. Numbers and booleans are counted with their field or item. */
  addValue(value: unknown): void {
    if (typeof value === 'string' || typeof value === 'object')
      this.addBytes(measureJson(value, this.options.maxBytes - this.#bytes));
  }

  /** Ends the operation with one error, which no field handles. */
  #fail(error: GraphQLError): never {
    this.failure = error;
    throw error;
  }

  /**
   * Records a field's error and returns null as its value. If the operation has made all its upstream calls, or its
   * client has disconnected, it fails as a whole, because every further field that needs a call would have an error of
   * its own.
   * @throws GraphQLError the located error, if the place is not nullable.
   */
  handleFieldError(place: Place, rawError: unknown): null {
    if (this.failure) throw this.failure;
    const failure = rawError instanceof UpstreamError ? rawError : undefined;
    if (failure?.kind === 'tooManyCalls') this.#fail(createLimitError(failure.message));
    const path = pathToArray(place);
    const { fieldNodes } = place.fieldPlan;
    if (failure?.kind === 'aborted') this.#fail(locatedError(rawError, fieldNodes, path));
    const isAggregate = rawError instanceof AggregateError && rawError.errors.length > 0;
    const rawErrors: unknown[] = isAggregate ? rawError.errors : [rawError];
    for (const originalError of rawErrors) {
      const error = locatedError(originalError, fieldNodes, path);
      if (!place.type.isNullable) throw error;
      this.errors.push(error);
    }
    place.isNull = true;
    return null;
  }

  /** Fills a place when `promise` arrives, with what `complete` returns for its value. */
  fillLater(
    place: Place,
    promise: PromiseLike<unknown>,
    complete: (value: unknown) => unknown,
  ): void {
    // Never at once, as a promise that is not native might: the objects around the place are not in their places yet. It
    // may throw.
    const arrival = Promise.resolve(promise);
    this.#pendingCount += 1;
    arrival.then(
      (value) => this.#arrive(place, () => setValue(place, complete(value)), value),
      (error) => this.#arrive(place, () => this.#setNull(place, error)),
    );
  }

  #arrive(place: Place, fill: () => void, value?: unknown) {
    try {
      if (this.#isObsolete(place)) abandon(value);
      else fill();
    } catch (error) {
      this.#setNull(place, error);
    }
    this.#pendingCount -= 1;
    if (this.#pendingCount === 0) this.#arrivals?.resolve();
  }

  /** Whether nobody reads the value of a place, because it or one around it is null, or the operation is over. */
  #isObsolete(place: Place): boolean {
    for (let at: Place | undefined = place; at; at = at.prev) if (at.isNull) return true;
    return this.#isOver;
  }

  /** Sets null in a place, or in the nearest one around it that is nullable. Without one, the whole result is null. */
  #setNull(place: Place, error: unknown): void {
    try {
      setValue(place, this.handleFieldError(place, error));
    } catch (located) {
      if (place.prev) this.#setNull(place.prev, located);
      else this.end(located);
    }
  }

  /** Resolves when all promises have arrived; rejects if the operation ends before. Undefined if none is pending. */
  waitForArrivals(): Promise<void> | undefined {
    if (this.#pendingCount === 0) return undefined;
    this.#arrivals = Promise.withResolvers();
    return this.#arrivals.promise;
  }

  /** Ends the operation with an error that makes the whole result null. What arrives later has no effect. */
  end(error: unknown): void {
    this.#isOver = true;
    this.#arrivals?.reject(error);
  }
}

function setValue({ container, key }: Place, value: unknown): void {
  if (Array.isArray(container)) container[Number(key)] = value;
  else container[key] = value;
}
