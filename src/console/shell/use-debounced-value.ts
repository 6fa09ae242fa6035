import { useEffect, useState } from 'react';

/** Returns a value after it has not changed for `milliseconds` (default 200). */
export function useDebouncedValue<Value>(value: Value, milliseconds = 200): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}
