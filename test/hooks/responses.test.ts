import { expect, test } from 'vitest';
import { createClient } from '../../src/hooks/client.ts';
import { PersonasDocument } from '../../src/hooks/document-strings.ts';
import { listen } from '../support/resources.ts';

/** Sends a request to a server with this response, and returns the error. */
async function getError(status: number, body: string): Promise<unknown> {
  const url = await listen(
    (_, response) => void response.writeHead(status, { 'retry-after': '7' }).end(body),
  );
  return createClient({ url })
    .request(PersonasDocument)
    .catch((error: unknown) => error);
}

test.each([
  [401, 'UNAUTHENTICATED'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [429, 'RATE_LIMITED'],
  [502, 'NETWORK'],
  [503, 'NETWORK'],
  [504, 'NETWORK'],
  [404, 'INVALID_RESPONSE'],
  [200, 'INVALID_RESPONSE'],
])('a web page with the status %d from a reverse proxy is %s', async (status, code) => {
  expect(await getError(status, '<h1>Proxy</h1>')).toMatchObject({
    code,
    message: `The response is not a GraphQL response (status ${status}).`,
    // Of the header of the proxy.
    retryAfterSeconds: 7,
  });
});

test('an error has the reason of the upstream', async () => {
  const extensions = { code: 'RATE_LIMITED', reason: 'concurrent_limit', retryAfterSeconds: 30 };
  const body = JSON.stringify({ errors: [{ message: 'Too many sessions.', extensions }] });
  expect(await getError(200, body)).toMatchObject({ ...extensions, errors: [{ extensions }] });
});

const NONE = ['', '7', '[]', '{}', '{"data":null}', '{"data":[]}', '{"errors":"no"}'];

test('a response without data and errors is INVALID_RESPONSE', async () => {
  for (const body of [...NONE, '{"errors":[{}]}', '{"errors":[]}'])
    expect([body, await getError(200, body)]).toMatchObject([body, { code: 'INVALID_RESPONSE' }]);
  expect(await getError(204, '')).toMatchObject({ code: 'INVALID_RESPONSE' });
});
