import { test } from 'vitest';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { LIVE_KEY, startLiveService } from '../../support/live-service.ts';
import { diagnoseHere, expectFinding, KEY, PAGE } from './diagnose.ts';

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

test('extensions that the upstream does not have are a failure', async () => {
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
});
