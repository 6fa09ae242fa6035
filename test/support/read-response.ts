/** Waits for a response and reads its JSON; `body` is undefined for an empty body. */
export async function readResponse(request: Promise<Response>) {
  const response = await request;
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
