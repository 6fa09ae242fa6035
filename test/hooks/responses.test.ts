import { expect, test } from 'vitest';
import { createClient } from '../../src/hooks/client.ts';
import { PersonasDocument } from '../../src/hooks/document-strings.ts';
import { listen } from '../support/resources.ts';

/** Sends a request to a server with this response, and returns the error. */
async function getError(status: number, body: string): Promise<unknown> {
  const url = await listen((_, response) => void response.writeHead(status).end(body));
  return createClient({ url })
    .request(PersonasDocument)
    .then(
      (data) => data,
      (error: unknown) => error,
    );
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
  });
});

test('the Retry-After header of a reverse proxy is the time to wait', async () => {
  const url = await listen(
    (_, response) => void response.writeHead(429, { 'retry-after': '7' }).end('<h1>Proxy</h1>'),
  );
  await expect(createClient({ url }).request(PersonasDocument)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    retryAfterSeconds: 7,
  });
});

test('an error has the reason of the upstream', async () => {
  const extensions = { code: 'RATE_LIMITED', reason: 'concurrent_limit', retryAfterSeconds: 30 };
  const body = JSON.stringify({ errors: [{ message: 'Too many sessions.', extensions }] });
  expect(await getError(200, body)).toMatchObject({ ...extensions, errors: [{ extensions }] });
});

test('a response without content is INVALID_RESPONSE', async () => {
  expect(await getError(204, '')).toMatchObject({ code: 'INVALID_RESPONSE' });
});

const NONE = ['', '7', '[]', '{}', '{"data":null}', '{"data":[]}', '{"errors":"no"}'];

test.each([...NONE, '{"errors":[{}]}', '{"errors":[]}'])(
  'the response %j is INVALID_RESPONSE',
  async (body) => {
    expect(await getError(200, body)).toMatchObject({ code: 'INVALID_RESPONSE' });
  },
);
