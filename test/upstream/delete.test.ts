import { expect, onTestFinished, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { createRestClient } from '../../src/upstream/client.ts';
import { InvalidResponseError } from '../../src/upstream/errors.ts';
import { startUpstream } from '../support/upstream.ts';

/** A client of a service that answers every call alike. */
async function startAnswering(status: number, body: string) {
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
])('a deletion that is answered %i with %j is one, of whatever resource', async (status, body) => {
  const { rest, calls } = await startAnswering(status, body);
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

test('a web page that some box on the way answered is no sign of a deletion', async () => {
  const { rest } = await startAnswering(200, '<html>Welcome to the hotel</html>');
  await expect(rest.deleteVoice({ params })).rejects.toThrow(InvalidResponseError);
});

test('flags of a query are written as words', async () => {
  const { rest, calls } = await startAnswering(200, '{"data":[]}');
  await rest.avatars({ query: { onlyOneShot: true, tags: 'a,b', search: 'x y' } });
  await rest.llms({ query: { includeDefaults: false } });
  expect(calls).toStrictEqual([
    'GET /v1/avatars?onlyOneShot=true&tags=a%2Cb&search=x+y',
    'GET /v1/llms?includeDefaults=false',
  ]);
});
