/** Wraps bytes so that each read of a single byte is counted, however the reader is written. */
export function countReads(bytes: Uint8Array): { readonly bytes: Uint8Array; count(): number } {
  let reads = 0;
  const counted = new Proxy(bytes, {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      // A part that is taken out counts with all its bytes.
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, args);
        if (result instanceof Uint8Array) reads += result.length;
        return result;
      };
    },
  });
  return { bytes: counted, count: () => reads };
}
