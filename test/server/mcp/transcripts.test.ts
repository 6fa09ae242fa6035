import { expect, test } from 'vitest';
import { loadMcp } from '../../../src/server/mcp/load-mcp.ts';
import { connectAgent, startMcp } from '../../support/agent.ts';
import { fakeService, reply } from '../../support/fake-service.ts';
import { startIssuer } from '../../support/issuer.ts';

const USER_MESSAGE = 'What did I say?';

const SESSION = { id: 's1', endTime: '2026-11-01T10:05:00.000Z' };

const startService = () =>
  fakeService({
    resources: { sessions: { records: [SESSION] } },
    overrides: {
      'GET /v1/sessions/analytics': reply(200, { sessionCount: 1 }),
      'GET /v1/sessions/{id}/transcript': reply(200, {
        sessionId: SESSION.id,
        messages: [{ role: 'user', message: USER_MESSAGE }],
      }),
    },
  });

async function start(hasTranscripts: boolean) {
  const mcp = await loadMcp('1.2.3', undefined, hasTranscripts);
  const { mcpUrl } = await startMcp(await startService(), { mcp });
  return connectAgent(mcpUrl);
}

test('by default, no tool returns transcripts', async () => {
  const { client, call } = await start(false);
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toContain('Sessions');
  expect(names).not.toContain('SessionTranscript');
  expect(JSON.stringify(tools)).not.toMatch(/transcript \{|recordingUrl|userMessage/);
  const sessions = await call('Sessions', {});
  expect(sessions.structuredContent.data.sessions.nodes).toHaveLength(1);
  const analytics = await call('SessionStatistics', { sessionType: 'TURNKEY' });
  expect(analytics.isError).toBe(false);
  expect(JSON.stringify([sessions, analytics])).not.toContain(USER_MESSAGE);
  await expect(call('SessionTranscript', { id: SESSION.id })).rejects.toThrow(
    'This tool does not exist.',
  );
});

test('if transcripts are allowed, a tool returns the transcript of a session', async () => {
  const { call } = await start(true);
  const { structuredContent } = await call('SessionTranscript', { id: SESSION.id });
  expect(structuredContent.data.session.transcript.messages[0]).toMatchObject({
    role: 'USER',
    message: USER_MESSAGE,
  });
});

test('the transcript tool requires the scope transcripts:read', async () => {
  const issuer = await startIssuer();
  const { mcpUrl } = await startMcp(await startService(), {
    mcp: await loadMcp('1.2.3', undefined, true),
    authenticate: issuer.authenticate(),
  });
  const listFor = async (scope: string) => {
    const authorization = `Bearer ${await issuer.sign({ scope })}`;
    const { client } = await connectAgent(mcpUrl, { authorization });
    return (await client.listTools()).tools.map(({ name }) => name);
  };
  expect(await listFor('sessions:read')).not.toContain('SessionTranscript');
  expect(await listFor('sessions:read transcripts:read')).toContain('SessionTranscript');
});
