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

/** Maximum size of the responses of other parties that are read as text, in bytes. */
const MAX_TEXT = 256 * 1024;

/** Reads the body of a response. @param what names it in errors. @throws Error if it is too large. */
export async function readText({ body }: Response, what: string): Promise<string> {
  const createError = () => new Error(`${what} is larger than ${MAX_TEXT} bytes.`);
  if (!body) return '';
  return Buffer.concat(await Array.fromAsync(limitSize(body, MAX_TEXT, createError))).toString();
}
