import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { UpstreamError } from '../../src/upstream/errors.ts';
import { startClient } from '../support/client.ts';
import { listen } from '../support/resources.ts';

const T1 = { params: { id: 't1' } };

/** Reads a tool from an upstream that responds with these bytes. */
async function readToolFrom(coding: string, bytes: Buffer, status = 200) {
  const url = await listen((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': coding });
    response.end(bytes);
  });
  return startClient(url, { maxResponseBytes: 8192 }).tool(T1);
}

const TOOL = Buffer.from(JSON.stringify({ id: 't1', name: 'a tool'.repeat(100) }));

test.each([
  ['gzip', gzipSync(TOOL)],
  ['x-gzip', gzipSync(TOOL)],
  ['GZIP', gzipSync(TOOL)],
  ['identity', TOOL],
  ['identity, gzip', gzipSync(TOOL)],
  // Not codings, but sent by services.
  ['utf-8', TOOL],
  ['none', TOOL],
  ['UTF-8, gzip', gzipSync(TOOL)],
  ['__proto__', TOOL],
])('a response in the content coding %s is decoded', async (coding, bytes) => {
  expect(await readToolFrom(coding, bytes)).toMatchObject(JSON.parse(String(TOOL)));
});

test('a compressed error response is decoded', async () => {
  const message = 'The name is taken.';
  const response = readToolFrom('gzip', gzipSync(JSON.stringify({ message })), 400);
  await expect(response).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message });
});

test('a response that exceeds the maximum size after decoding is rejected', async () => {
  const bomb = gzipSync(JSON.stringify({ id: 'x'.repeat(1_000_000) }));
  expect(bomb.length).toBeLessThan(8192);
  await expect(readToolFrom('gzip', bomb)).rejects.toMatchObject({ kind: 'invalid' });
});

test.each([
  ['that does not match its coding', 'gzip', TOOL],
  ['that is truncated', 'gzip', gzipSync(TOOL).subarray(0, -12)],
])('a response %s is an invalid response', async (_, coding, bytes) => {
  const error = await readToolFrom(coding, bytes).catch((caught: UpstreamError) => caught);
  expect(error).toMatchObject({ kind: 'invalid' });
  expect(error).toHaveProperty(
    'message',
    'The upstream returned an invalid response: its content coding cannot be decoded.',
  );
});

test('only long pages are requested with compression', async () => {
  const acceptEncodings: unknown[] = [];
  const url = await listen((request, response) => {
    acceptEncodings.push(request.headers['accept-encoding']);
    const isList = request.url?.startsWith('/v1/personas') ?? false;
    const body = JSON.stringify(isList ? { data: [], meta: { total: 0 } } : { id: 't1' });
    response.setHeader('content-type', 'application/json');
    if (!isList) response.end(body);
    else response.setHeader('content-encoding', 'gzip').end(gzipSync(body));
  });
  const rest = startClient(url);
  await rest.personas({ query: { perPage: 100 } });
  await rest.personas({ query: { perPage: 20 } });
  await rest.tool(T1);
  expect(acceptEncodings).toStrictEqual(['gzip', undefined, undefined]);
});
