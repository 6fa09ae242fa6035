import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { StoreLocation } from '../../src/avatar-service/store/store-location.ts';
import { MAX_DOCUMENT_BYTES } from '../../src/contract/knowledge-document.ts';
import { multipart } from '../support/files.ts';
import { findProgram } from '../support/find-program.ts';
import { runProcess } from '../support/process.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';
import { freePort, tempFolder } from '../support/resources.ts';
import { start } from '../support/start.ts';
import { placeSettings, tempPlace } from '../support/stores.ts';
import { startLoad } from './load.ts';

const TEMP_PATHS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Starts nginx with src/deploy/nginx.conf as a reverse proxy of the replicas at `ports`, for the running test. */
async function startNginx(ports: readonly number[]): Promise<string> {
  const program = findProgram('nginx');
  if (program === undefined) throw new Error('There is no nginx on this machine.');
  const folder = await tempFolder();
  const port = await freePort();
  const shipped = readFileSync('src/deploy/nginx.conf', 'utf8');
  const ownFolders = TEMP_PATHS.map((name) => `${name}_temp_path ${join(folder, name)};`);
  const lines = shipped.split('\n').filter((line) => !/server 127\.0\.0\.1:\d+ /.test(line));
  const [, parameters = ''] = /server 127\.0\.0\.1:\d+ (.*);/.exec(shipped) ?? [];
  const servers = ports.map((replica) => `server 127.0.0.1:${replica} ${parameters};`);
  const text = lines
    .join('\n')
    .replace('http {', `http {\naccess_log off;\n${ownFolders.join('\n')}`)
    .replace('upstream avatar_graphql {', `upstream avatar_graphql {\n${servers.join('\n')}`)
    .replace('listen 4000;', `listen 127.0.0.1:${port};`);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, text);
  await mkdir(join(folder, 'logs'));
  const main = `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr notice;`;
  const command = [program, '-e', 'stderr', '-p', folder, '-c', file, '-g', main];
  await runProcess(command).printed(/event method/, 'stderr');
  return `http://127.0.0.1:${port}`;
}

vi.setConfig({ testTimeout: 120_000 });

/** Starts a replica of the API with the built-in avatar service, on a port that it keeps after a restart. */
async function createReplica(place: StoreLocation) {
  const port = await freePort();
  const settings = { PORT: String(port), LOG_LEVEL: 'silent', ...placeSettings(place) };
  let program: RunningProgram = await startProgram(settings);
  return {
    port,
    stop: () => program.stop(),
    kill: () => program.kill(),
    /** Starts it again if it has ended. */
    start: async () => {
      const { exitCode, signalCode } = program.child;
      if (exitCode !== null || signalCode !== null) program = await startProgram(settings);
    },
  };
}

const hasNginx = findProgram('nginx') !== undefined;

async function startBehindNginx() {
  const place = await tempPlace();
  const replicas = await Promise.all([createReplica(place), createReplica(place)]);
  return { url: await startNginx(replicas.map(({ port }) => port)), replicas };
}

/** Two replicas for all tests. */
const { url, replicas } = hasNginx ? await startBehindNginx() : { url: '', replicas: [] };
const [first, second] = replicas;

beforeEach(async () => {
  for (const replica of replicas) await replica.start();
});

test.runIf(hasNginx)(
  'behind nginx, metrics are not exposed, and a document of the maximum size can be uploaded',
  async () => {
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const query = `mutation ($file: Upload!, $groupId: ID!) {
    createKnowledgeDocument(input: { groupId: $groupId, file: $file }) { knowledgeDocument { fileSize } }
  }`;
    const ask = async (body: FormData) =>
      (await fetch(`${url}/graphql`, { method: 'POST', body })).json();
    const groups = await ask(multipart({ query: '{ knowledgeGroups { nodes { id } } }' }, {}));
    const variables = { groupId: groups.data.knowledgeGroups.nodes[0].id, file: null };
    const file = new File([Buffer.alloc(MAX_DOCUMENT_BYTES, 'a')], 'long.txt');
    expect(await ask(multipart({ query, variables }, { file }))).toStrictEqual({
      data: { createKnowledgeDocument: { knowledgeDocument: { fileSize: MAX_DOCUMENT_BYTES } } },
    });
  },
);

/** A response of the API. */
const Answer = z.object({
  errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).optional(),
});

/** Queries as a client at an address of this machine, which claims to be another one. Returns the code of the error. */
const queryFrom = async (url: string, localAddress: string, claimed: string) => {
  const headers = { 'x-forwarded-for': claimed, 'apollo-require-preflight': 'true' };
  const request = get(`${url}/graphql?query={__typename}`, { localAddress, headers });
  const [response] = await once(request, 'response');
  return Answer.parse(await json(response)).errors?.[0]?.extensions.code;
};

test.runIf(hasNginx)(
  'behind nginx, an address has a rate limit of its own, whatever X-Forwarded-For a client sends',
  async () => {
    // An address has five times the limit of a client.
    const settings = { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT: '1' };
    const replica = await start({ settings });
    const proxy = await startNginx([Number(new URL(replica.url).port)]);
    const codes = [];
    for (let last = 1; last <= 6; last += 1)
      codes.push(await queryFrom(proxy, '127.0.0.2', `192.0.2.${last}`));
    expect(codes).toStrictEqual([...Array(5).fill(undefined), 'RATE_LIMITED']);
    expect(await queryFrom(proxy, '127.0.0.3', '192.0.2.1')).toBeUndefined();
  },
);

test.runIf(hasNginx)('behind nginx, no write is done twice if a replica is killed', async () => {
  const statuses: number[] = [];
  const failedAfterDeath: number[] = [];
  let isDead = false;
  const acknowledged: string[] = [];
  const enough = Promise.withResolvers<void>();
  let sent = 0;
  let isWriting = true;
  const write = async () => {
    while (isWriting) {
      sent += 1;
      const name = `write ${sent} of many`;
      const isSentAfterDeath = isDead;
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query:
            'mutation ($name: String!) { createPersona(input: { name: $name }) { persona { id } } }',
          variables: { name },
        }),
      });
      statuses.push(response.status);
      if (isSentAfterDeath && response.status !== 200) failedAfterDeath.push(response.status);
      const text = await response.text();
      if (response.status === 200)
        acknowledged.push(JSON.parse(text).data.createPersona.persona.id);
      if (acknowledged.length > 40) enough.resolve();
    }
  };
  const writers = Promise.all(Array.from({ length: 8 }, write));
  await enough.promise;
  await first?.kill();
  isDead = true;
  const killedAt = acknowledged.length;
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(killedAt + 40);
  isWriting = false;
  await writers;

  const names: string[] = [];
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const query = `{ personas(first: 100, page: ${page}, search: "of many") { pageInfo { hasNextPage } nodes { id name } } }`;
    const response = await fetch(`${url}/graphql?query=${encodeURIComponent(query)}`);
    const { nodes, pageInfo } = (await response.json()).data.personas;
    for (const item of nodes) names.push(item.name);
    for (const item of nodes) ids.push(item.id);
    if (!pageInfo.hasNextPage) break;
  }
  expect(new Set(names).size).toBe(names.length);
  expect(acknowledged.filter((id) => !ids.includes(id))).toStrictEqual([]);
  expect(statuses.filter((status) => status !== 200 && status !== 502)).toStrictEqual([]);
  expect(failedAfterDeath).toStrictEqual([]);
});

test.runIf(hasNginx)(
  'behind nginx, no query fails while replicas are killed and restarted',
  async () => {
    const load = startLoad(url);
    await load.more(30);
    await first?.kill();
    await load.more(30);
    await first?.start();
    await load.more(30);
    expect(await second?.stop()).toBe(0);
    await load.more(30);
    expect(await load.stop()).toStrictEqual([]);
  },
);
