/**
 * Yields the chunks of a body.
 * @throws The error that `createError` returns at the first byte over the limit.
 */
export async function* limitSize(
  body: AsyncIterable<unknown>,
  maxBytes: number,
  createError: () => Error,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > maxBytes) throw createError();
    yield chunk;
  }
}
