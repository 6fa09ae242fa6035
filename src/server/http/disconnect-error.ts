/** Creates the error for a client that disconnected before the response was complete. */
export const createDisconnectError = (): DOMException =>
  new DOMException('The client disconnected.', 'AbortError');
