/** Returns a function that counts the listeners that were added to a signal since the call and not removed. */
export function countListeners(signal: AbortSignal): () => number {
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: EventListener, options?: object) => {
    listeners.add(listener);
    add(type, listener, options);
  };
  signal.removeEventListener = (type: string, listener: EventListener) => {
    listeners.delete(listener);
    remove(type, listener);
  };
  return () => listeners.size;
}
