import { type GraphQLError, locatedError } from 'graphql';
import { type Path, pathToArray } from 'graphql/jsutils/Path.js';
import { AbortedError, TooManyCallsError } from '../../upstream/errors.ts';
import type { CompleteValue, ExecutionContext, FieldPlan } from './plan.ts';
import { createTooLargeError } from './response-limits.ts';

/**
 * Records a field's error and returns null as its value. If the operation has made all its upstream calls, or its client
 * has disconnected, it fails as a whole, because every further field that needs a call would have an error of its own.
 * @throws GraphQLError the located error, if the field is not nullable.
 */
export function handleFieldError(
  exeContext: ExecutionContext,
  { fieldNodes }: FieldPlan,
  path: Path | undefined,
  isNullable: boolean,
  rawError: unknown,
): null {
  if (exeContext.fatal) return null;
  if (rawError instanceof TooManyCallsError)
    return failOperation(exeContext, createTooLargeError(rawError.message));
  if (rawError instanceof AbortedError)
    return failOperation(exeContext, locatedError(rawError, fieldNodes, pathToArray(path)));
  const rawErrors: unknown[] = rawError instanceof AggregateError ? rawError.errors : [rawError];
  for (const originalError of rawErrors) {
    const error = locatedError(originalError, fieldNodes, pathToArray(path));
    if (!isNullable) throw error;
    exeContext.errors.push(error);
  }
  return null;
}

/** Ends the operation with one error, which replaces its result. */
function failOperation(exeContext: ExecutionContext, error: GraphQLError): null {
  exeContext.fatal = error;
  exeContext.bytes = Number.POSITIVE_INFINITY;
  return null;
}

/**
 * An object or list of the result with pending parts. Each part is set when it arrives; when the last one has, the value
 * is set in its own parent. So twenty records cost a promise each, and the objects and lists around them none.
 */
export class PendingValue {
  readonly #value: Record<string, unknown> | unknown[];
  #pendingCount = 0;
  #isSettled = false;
  #parentSlot: PendingSlot | undefined;
  #resolvers: PromiseWithResolvers<unknown> | undefined;

  constructor(value: Record<string, unknown> | unknown[]) {
    this.#value = value;
  }

  /** Whether parts that arrive now have no effect, because this value or one around it is null or complete. */
  get isSettled(): boolean {
    return this.#isSettled || (this.#parentSlot?.container.isSettled ?? false);
  }

  /** Counts one more pending part. */
  addPending(): void {
    this.#pendingCount += 1;
  }

  /** Reports the outcome of this value to the slot that it fills. */
  fill(slot: PendingSlot): void {
    this.#parentSlot = slot;
  }

  /** The complete value. Rejects with a GraphQLError if null would have to replace it. */
  get promise(): Promise<unknown> {
    this.#resolvers ??= Promise.withResolvers();
    return this.#resolvers.promise;
  }

  /** Sets a pending part. */
  set(key: string | number, part: unknown): void {
    if (Array.isArray(this.#value)) this.#value[Number(key)] = part;
    else this.#value[key] = part;
    this.#pendingCount -= 1;
    if (this.#pendingCount > 0 || this.#isSettled) return;
    this.#isSettled = true;
    this.#parentSlot?.set(this.#value);
    this.#resolvers?.resolve(this.#value);
  }

  /** Fails the value, because a part failed that cannot be null. */
  fail(error: unknown): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#parentSlot?.fail(error);
    this.#resolvers?.reject(error);
  }
}

/** The place of one pending part in an object or list. */
export class PendingSlot {
  readonly container: PendingValue;
  readonly #key: string | number;
  readonly #exeContext: ExecutionContext;
  readonly #fieldPlan: FieldPlan;
  readonly #path: Path | undefined;
  readonly #isNullable: boolean;

  constructor(
    container: PendingValue,
    key: string | number,
    exeContext: ExecutionContext,
    fieldPlan: FieldPlan,
    path: Path | undefined,
    isNullable: boolean,
  ) {
    this.container = container;
    this.#key = key;
    this.#exeContext = exeContext;
    this.#fieldPlan = fieldPlan;
    this.#path = path;
    this.#isNullable = isNullable;
    container.addPending();
  }

  /** Completes the value that `promise` resolves to. */
  waitFor(promise: PromiseLike<unknown>, completeValue: CompleteValue): void {
    promise.then(
      (value) => this.#complete(value, completeValue),
      (error) => this.fail(error),
    );
  }

  #complete(value: unknown, completeValue: CompleteValue) {
    if (this.container.isSettled) return;
    try {
      this.set(completeValue(this.#exeContext, value, this.#fieldPlan, this.#path));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Sets the part, now or when its own parts have arrived. */
  set(completed: unknown): void {
    if (completed instanceof PendingValue) completed.fill(this);
    else this.container.set(this.#key, completed);
  }

  /** Sets null, or fails the container if the part cannot be null. */
  fail(error: unknown): void {
    if (this.container.isSettled) return;
    try {
      this.set(
        handleFieldError(this.#exeContext, this.#fieldPlan, this.#path, this.#isNullable, error),
      );
    } catch (located) {
      this.container.fail(located);
    }
  }
}
