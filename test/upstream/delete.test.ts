import { expect, onTestFinished, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { createRestClient } from '../../src/upstream/client.ts';
import { InvalidResponseError } from '../../src/upstream/errors.ts';
import { startUpstream } from '../support/upstream.ts';

/** Starts a client of an upstream that sends the same response to every call. */
async function startClientWithResponse(status: number, body: string) {
  const upstream = await startUpstream((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const client = createRestClient({ url: upstream.url, extensions: EXTENSIONS });
  onTestFinished(() => client.close());
  return { rest: client.for({}), calls: upstream.calls };
}

const params = { id: 'x1' };

test.each([
  [200, '{"message":"Gone"}'],
  [200, '{}'],
  [200, ''],
  [204, ''],
])('the response %i %j confirms the deletion of every resource', async (status, body) => {
  const { rest, calls } = await startClientWithResponse(status, body);
  await rest.deletePersona({ params });
  await rest.deleteAvatar({ params, query: { hard: true } });
  await rest.deleteTool({ params });
  await rest.deleteVoice({ params });
  await rest.deleteLlm({ params });
  expect(calls).toStrictEqual([
    'DELETE /v1/personas/x1',
    'DELETE /v1/avatars/x1?hard=true',
    'DELETE /v1/tools/x1',
    'DELETE /v1/voices/x1',
    'DELETE /v1/llms/x1',
  ]);
});

test('a web page, as captive portals send it, does not confirm a deletion', async () => {
  const { rest } = await startClientWithResponse(200, '<html>Welcome to the hotel</html>');
  await expect(rest.deleteVoice({ params })).rejects.toThrow(InvalidResponseError);
});

test('boolean query parameters are sent as true or false', async () => {
  const { rest, calls } = await startClientWithResponse(200, '{"data":[]}');
  await rest.avatars({ query: { onlyOneShot: true, tags: 'a,b', search: 'x y' } });
  await rest.llms({ query: { includeDefaults: false } });
  expect(calls).toStrictEqual([
    'GET /v1/avatars?onlyOneShot=true&tags=a%2Cb&search=x+y',
    'GET /v1/llms?includeDefaults=false',
  ]);
});
