import { expect, test } from 'vitest';
import { withDeadline } from '../../../src/runtime/doctor/doctor.ts';
import { startAvatarService } from '../../support/avatar-service.ts';
import { fakeService, reply, sendJson } from '../../support/fake-service.ts';
import { LIVE_KEY, startLiveService } from '../../support/live-service.ts';
import { formatResponse, startRawUpstream } from '../../support/raw-upstream.ts';
import { diagnoseHere, expectFinding, expectLast, KEY, PAGE } from './diagnose.ts';

test('with a healthy service, every check passes', async () => {
  const service = await startAvatarService({ seeded: true });
  const upstream = { UPSTREAM_URL: service.url, UPSTREAM_API_KEY: service.keys.pro };
  const diagnosis = await diagnoseHere({ ...upstream, UPSTREAM_EXTENSIONS: 'all' });
  expect(diagnosis.lines.map((line) => line.replace(/\b\d+(?= ms)/g, 'N'))).toStrictEqual([
    'settings ok: Valid. Set: UPSTREAM_URL, UPSTREAM_API_KEY, UPSTREAM_EXTENSIONS, DATA_DIR.',
    'upstream ok: GET /v1/personas was answered in N ms.',
    'api key ok: Accepted.',
    'extensions ok: The upstream has personas, avatars, tools, voices, llms, share-links, meetings, sessions, knowledge.',
  ]);
  expect(diagnosis.code).toBe(0);
});

test('extensions are not checked with a rejected key', async () => {
  const { url } = await startAvatarService({ seeded: true });
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: url, UPSTREAM_API_KEY: 'wrong-key' });
  const advice = /^Set UPSTREAM_API_KEY, or the file of UPSTREAM_API_KEY_FILE, to a valid API key/;
  expectFinding(diagnosis, 'api key', 'failed: Rejected with 401.', advice);
  expectLast(diagnosis, 'api key');
});

test('extensions that the setting does not name are a warning with the setting to use', async () => {
  const upstream = await startLiveService();
  const settings = { UPSTREAM_API_KEY: LIVE_KEY, UPSTREAM_EXTENSIONS: 'voices' };
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: upstream.url, ...settings });
  expectFinding(
    diagnosis,
    'extensions',
    'warning: The upstream has personas, avatars, tools, voices, llms, sessions. Unknown: share-links, meetings, knowledge, because the list is empty or does not exist. UPSTREAM_EXTENSIONS lacks personas, avatars, tools, llms, sessions.',
    'Set UPSTREAM_EXTENSIONS=personas,avatars,tools,voices,llms,sessions.',
  );
});

test('extensions that the upstream does not have are a failure, which only GET requests find', async () => {
  const upstream = await fakeService(({ url }, response) => {
    if (url?.startsWith('/v1/personas?')) return sendJson(response, 200, PAGE);
    return sendJson(response, url === '/v1/tools' ? 404 : 405, { error: 'No' });
  });
  const settings = { UPSTREAM_API_KEY: KEY, UPSTREAM_EXTENSIONS: 'tools,voices' };
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: upstream.url, ...settings });
  expectFinding(
    diagnosis,
    'extensions',
    'failed: The upstream has no extensions. Unknown: tools, because the list is empty or does not exist. UPSTREAM_EXTENSIONS has voices, which the upstream lacks.',
    /^Set UPSTREAM_EXTENSIONS=tools\.$/,
  );
  expect(upstream.calls.length).toBeGreaterThan(5);
  expect(upstream.calls.filter((call) => !call.startsWith('GET /v1/'))).toStrictEqual([]);
});

test('a URL without the endpoints of the specification fails, as under a wrong path', async () => {
  const { url, keys } = await startAvatarService({ seeded: true });
  const settings = { UPSTREAM_URL: `${url}/api`, UPSTREAM_API_KEY: keys.pro };
  const finding =
    /^failed: GET \/v1\/personas returned an invalid response: status 404 for a list;/;
  const advice = /^Check that UPSTREAM_URL is the base URL/;
  expectFinding(await diagnoseHere(settings), 'upstream', finding, advice);
});

test('an upstream that returns 404 because it has no personas passes', async () => {
  const { url } = await fakeService(reply(404, { error: 'No personas found' }));
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: url, UPSTREAM_API_KEY: KEY });
  expectFinding(diagnosis, 'upstream', /^ok: GET \/v1\/personas was answered in \d+ ms\.$/);
  expectFinding(diagnosis, 'api key', /^ok: Accepted\./);
});

test('without a key, a 401 is expected', async () => {
  const { url } = await startAvatarService({ seeded: true });
  const finding = 'ok: Not set: clients send their own keys.';
  expectFinding(await diagnoseHere({ UPSTREAM_URL: url }), 'api key', finding);
});

test.each([
  ['403 No', 'Accepted, but its plan or permissions do not allow GET /v1/personas (403).'],
  ['429 No', 'The rate limit of the API key is exceeded (429).'],
  ['418 No', 'Not checked: GET /v1/personas returned 418.'],
])('the response %s is reported by the check of the key', async (status, finding) => {
  const { url } = await startRawUpstream(() => formatResponse(status, {}));
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: url, UPSTREAM_API_KEY: KEY });
  expectFinding(diagnosis, 'api key', `failed: ${finding}`);
});

const INVALID = 'GET /v1/personas returned an invalid response';

test.each([
  ['does not speak HTTP', 'SSH-2.0-server\r\n\r\n', 'GET /v1/personas failed: '],
  [
    'redirects',
    formatResponse('302 Found', {}, { location: '/?token=x' }),
    `${INVALID}: status 302`,
  ],
  ['sends no page', formatResponse('200 OK', { hello: 'x' }), `${INVALID}: data: invalid_type.`],
  ['sends no JSON', formatResponse('200 OK', '<p>Sign in'), `${INVALID}: it is not JSON.`],
  [
    'sends a response that is too large',
    formatResponse('200 OK', 'x'.repeat(8 * 1024 * 1024 + 1)),
    `${INVALID}: it is larger than 8388608 bytes.`,
  ],
  ['responds with 503', formatResponse('503 No', {}), 'GET /v1/personas returned 503.'],
])('no check follows that of an upstream that %s', async (_, reply, finding) => {
  const { url } = await startRawUpstream(() => reply);
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: url });
  expect(diagnosis.find('upstream')).toContain(finding);
  expectLast(diagnosis, 'upstream');
  expect(diagnosis.lines.join()).not.toMatch(/Sign in|token/);
});

test('a check that never ends is ended at its deadline', async () => {
  const finding = await withDeadline(50, () => new Promise(() => undefined));
  expect(finding).toMatchObject({ status: 'failed', message: 'No result within 0.05 s.' });
});
