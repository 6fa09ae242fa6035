/** Whether a value is a promise. Most hooks and resolvers return a plain value, which is not awaited. */
export const isPromise = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof value === 'object' &&
  value !== null &&
  'then' in value &&
  typeof value.then === 'function';
