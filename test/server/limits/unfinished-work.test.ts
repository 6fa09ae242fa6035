import { afterEach, expect, test, vi } from 'vitest';
import { UPLOAD_LIMITS } from '../../../src/server/body/multipart.ts';
import { createRateLimiter } from '../../../src/server/limits/rate-limits.ts';
import { startAvatarService } from '../../support/avatar-service.ts';
import { CREATE_AVATAR, FORM_TYPE, map, operations, seedImage } from '../../support/files.ts';
import { SERVER_KEY, startIssuer } from '../../support/issuer.ts';
import { createExactLimiter } from '../../support/rate-limits.ts';
import { openSocket, POST_GRAPHQL } from '../../support/raw-http.ts';
import { start } from '../../support/start.ts';

const ANNOUNCE =
  'mutation { createVoiceUpload(input: { filename: "a.wav", contentType: "audio/wav", fileSize: 1000 }) { audioKey } }';

const UPLOAD_DOCUMENT = `mutation ($group: ID!, $file: Upload!) {
  createKnowledgeDocument(input: { groupId: $group, file: $file }) { knowledgeDocument { id } }
}`;

/** Starts the built-in service and the API before it, for callers with JWTs. */
async function startOwn(
  rates: Parameters<typeof createRateLimiter>[0],
  concurrentUploads = 64,
  storage: { storage?: { megabytes: number } } = {},
) {
  const service = await startAvatarService({ developmentKey: SERVER_KEY, ...storage });
  const issuer = await startIssuer();
  const upload = { ...UPLOAD_LIMITS, maxConcurrentUploads: concurrentUploads };
  const api = await start({
    upstream: service,
    authenticate: issuer.authenticate(),
    rateLimiter: createExactLimiter(rates),
    limits: { upload },
    extensions: 'all',
  });
  const signIn = async (sub: string) => ({
    authorization: `Bearer ${await issuer.sign({ claims: { sub }, expires: 86_400 })}`,
  });
  const uploadAs = async (
    sub: string,
    query: string,
    variables: object,
    files: Record<string, File>,
  ) => {
    const headers = await signIn(sub);
    const response = await api.upload(query, { ...variables, file: null }, files, headers);
    return response.errors?.[0];
  };
  return {
    ...api,
    service,
    signIn,
    announceAs: async (sub: string) => (await api.run(ANNOUNCE, {}, await signIn(sub))).errors?.[0],
    addAvatarAs: (sub: string) => uploadAs(sub, CREATE_AVATAR, {}, { file: seedImage('png') }),
    addDocumentAs: (sub: string, group: string) =>
      uploadAs(sub, UPLOAD_DOCUMENT, { group }, { file: new File(['Otters.'], 'a.txt') }),
  };
}

afterEach(() => void vi.useRealTimers());

test('a caller announces only so many recordings until they expire', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { announceAs, run } = await startOwn({ voiceUploads: 2 });
  expect([await announceAs('ada'), await announceAs('ada')]).toStrictEqual([undefined, undefined]);
  vi.setSystemTime(Date.now() + 1_000_000);
  expect(await announceAs('ada')).toMatchObject({
    message: expect.stringContaining('upload URLs for recordings)'),
    extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 6_200 },
  });
  // Nobody at the address can use up what others have for two hours.
  for (let count = 0; count < 12; count += 1)
    expect((await run(ANNOUNCE)).errors?.[0]?.extensions.code).toBe(
      count < 10 ? 'UNAUTHENTICATED' : 'RATE_LIMITED',
    );
  expect(await announceAs('bob')).toBeUndefined();
  vi.setSystemTime(Date.now() + 6_201_000);
  expect(await announceAs('ada')).toBeUndefined();
});

test('invented keys count for their address in long windows, too', async () => {
  const service = await startAvatarService();
  const rateLimiter = createRateLimiter({ voiceUploads: 2 });
  const { run } = await start({ upstream: service, rateLimiter, extensions: 'all' });
  const announce = async (key: string) => {
    const { errors } = await run(ANNOUNCE, {}, { authorization: `Bearer ${key}` });
    return errors?.[0]?.extensions.code;
  };
  const codes: unknown[] = [];
  for (let count = 0; count < 12; count += 1) codes.push(await announce(`invented-${count}`));
  expect(codes.slice(9)).toStrictEqual(['UNAUTHENTICATED', 'RATE_LIMITED', 'RATE_LIMITED']);
});

test('one address with invented keys blocks nobody else, although counters are shared', async () => {
  const limiter = createRateLimiter({ voiceUploads: 2 });
  const consume = (id: string, address?: string) =>
    limiter?.consume({ id, address }, [['voiceUploads', 1]]);
  for (let n = 0; n < 20_000; n += 1) await consume(`invented-${n}`, '192.0.2.1');
  const waits = await Promise.all(Array.from({ length: 2_000 }, (_, n) => consume(`user-${n}`)));
  // About five users share a counter with two others. If invented keys counted, a thousand were blocked.
  expect(waits.filter((wait) => wait !== undefined).length).toBeLessThan(100);
});

test('a caller uploads only so many documents in an hour', async () => {
  const { addDocumentAs, service } = await startOwn({ documents: 2 });
  const { body: group } = await service.send('POST /v1/knowledge/groups', { name: 'Group' });
  const codes: unknown[] = [];
  for (const caller of ['ada', 'ada', 'ada', 'bob'])
    codes.push((await addDocumentAs(caller, group.id))?.extensions.code);
  expect(codes).toStrictEqual([undefined, undefined, 'RATE_LIMITED', undefined]);
});

test('a caller gets only half of the concurrent uploads', async () => {
  const { url, signIn, addAvatarAs } = await startOwn({}, 4);
  const { authorization } = await signIn('ada');
  const head = `${POST_GRAPHQL}authorization: ${authorization}\r\ncontent-type: ${FORM_TYPE['content-type']}\r\n`;
  const answers: string[] = [];
  const sockets = await Promise.all([1, 2, 3].map(() => openSocket(url)));
  for (const socket of sockets) {
    socket.setEncoding('utf8').once('data', (answer) => answers.push(String(answer)));
    socket.write(`${head}content-length: 100000\r\n\r\n${operations()}${map()}`);
  }
  await expect.poll(() => answers).toStrictEqual([expect.stringMatching(/^HTTP\/1\.1 429 /)]);
  expect(await addAvatarAs('ada')).toMatchObject({
    extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 5 },
  });
  expect(await addAvatarAs('bob')).toBeUndefined();
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => addAvatarAs('ada')).toBeUndefined();
});

test('an upload beyond the quota of the store is PAYLOAD_TOO_LARGE', async () => {
  const { addAvatarAs } = await startOwn({}, 64, { storage: { megabytes: 1 } });
  let error: Awaited<ReturnType<typeof addAvatarAs>>;
  for (let count = 0; count < 30 && !error; count += 1) error = await addAvatarAs('ada');
  expect(error).toMatchObject({
    message: expect.stringMatching(
      /^The store has [\d.]+ MB of files, the upload has 0 MB, and the limit \(STORAGE_MEGABYTES\) is 1 MB\. Delete files first\.$/,
    ),
    extensions: { code: 'PAYLOAD_TOO_LARGE' },
  });
});
