import {
  Client,
  ClientCredentialsProvider,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { ALL_SCOPES } from '../../../src/policy/scopes.ts';
import { loadMcp } from '../../../src/server/mcp/load-mcp.ts';
import { LIST, startMcpOverJson } from '../../support/agent.ts';
import { startIssuer } from '../../support/issuer.ts';
import { listen } from '../../support/resources.ts';

const METADATA = '/.well-known/oauth-protected-resource/mcp';

async function start(publicUrl?: string) {
  const issuer = await startIssuer();
  const api = await startMcpOverJson({
    authenticate: issuer.authenticate(),
    mcp: await loadMcp('1.2.3', { issuers: [issuer.rules.issuer], publicUrl }),
  });
  return { ...api, issuer };
}

test('a 401 names the metadata by which clients without a valid token find the authorization server', async () => {
  const { sendMessage, mcpUrl, issuer } = await start();
  const tokens = [undefined, 'not-a-jwt', await issuer.sign({ expires: -300 })];
  for (const token of tokens) {
    const response = await sendMessage(LIST, token ? { authorization: `Bearer ${token}` } : {});
    expect(response.status).toBe(401);
    const { resourceMetadataUrl, error } = extractWWWAuthenticateParams(response);
    expect(error).toBe(token ? 'invalid_token' : undefined);
    expect(resourceMetadataUrl?.href).toBe(mcpUrl.replace('/mcp', METADATA));
  }
  // It is at the path of RFC 9728, where clients look without a 401.
  expect(await discoverOAuthProtectedResourceMetadata(mcpUrl)).toStrictEqual({
    resource: mcpUrl,
    resource_name: 'avatar-graphql',
    authorization_servers: [issuer.rules.issuer],
    scopes_supported: ALL_SCOPES,
    bearer_methods_supported: ['header'],
  });
});

test('behind a reverse proxy, the metadata has the public URL', async () => {
  const { sendMessage, mcpUrl } = await start('https://avatars.example.com');
  const { resourceMetadataUrl } = extractWWWAuthenticateParams(await sendMessage(LIST));
  expect(resourceMetadataUrl?.href).toBe(`https://avatars.example.com${METADATA}`);
  const response = await fetch(mcpUrl.replace('/mcp', METADATA));
  expect(await response.json()).toMatchObject({ resource: 'https://avatars.example.com/mcp' });
});

test('a 401 of /graphql does not name the metadata of /mcp', async () => {
  const { run, issuer } = await start();
  const authorization = `Bearer ${await issuer.sign({ expires: -300 })}`;
  const { status, headers } = await run('{ llms { totalCount } }', {}, { authorization });
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).not.toContain('resource_metadata');
});

test('without an authorization server, there is no metadata', async () => {
  const { mcpUrl } = await startMcpOverJson();
  expect((await fetch(mcpUrl.replace('/mcp', METADATA))).status).toBe(404);
});

test('an agent that knows only the URL of /mcp obtains a token by OAuth and calls a tool', async () => {
  const issuer = await startIssuer();
  const requests: string[] = [];
  const authorizationServer = await listen(async ({ url, headers: { host } }, response) => {
    requests.push(url ?? '');
    const base = `http://${host}`;
    const metadata = {
      issuer: base,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      response_types_supported: ['code'],
    };
    const token = { access_token: await issuer.sign(), token_type: 'Bearer' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(url === '/token' ? token : metadata));
  });
  const { mcpUrl, upstream } = await startMcpOverJson({
    authenticate: issuer.authenticate(),
    mcp: await loadMcp('1.2.3', { issuers: [authorizationServer] }),
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  onTestFinished(() => client.close());
  const authProvider = new ClientCredentialsProvider({ clientId: 'agent', clientSecret: 'x' });
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { authProvider }));
  const { isError } = await client.callTool({ name: 'Tool', arguments: { id: 't1' } });
  expect([isError, upstream.calls]).toStrictEqual([undefined, ['GET /v1/tools/t1']]);
  expect(requests).toStrictEqual(['/.well-known/oauth-authorization-server', '/token']);
});
