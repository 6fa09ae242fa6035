import { expect, test } from 'vitest';
import { personas } from '../../src/avatar-service/seed/seed-data.ts';
import {
  ApiError,
  CancelMeetingInviteDocument,
  type Client,
  CreateMeetingInviteDocument,
  createClient,
  createWaitFor,
  KnowledgeGroupsDocument,
  UploadKnowledgeDocumentDocument,
  waitForKnowledgeDocument,
  waitForKnowledgeGroup,
  waitForMeetingInvite,
  waitForSessionTranscript,
} from '../../src/hooks/client-entry.ts';
import { getPollingDelay } from '../../src/hooks/polling.ts';
import { listen } from '../support/resources.ts';
import { start } from '../support/start.ts';

const pace = { interval: 1, maxInterval: 5 };

/** Creates a client that counts its requests, and calls `before` ahead of each. */
async function startClient(before: (request: number, client: Client) => Promise<unknown>) {
  const { url } = await start();
  const client = createClient({ url });
  let requests = 0;
  const counting: Client = {
    ...client,
    request: async (...parameters) => {
      requests += 1;
      await before(requests, client);
      return client.request(...parameters);
    },
  };
  return { client, counting, count: () => requests };
}

const upload = async (client: Client, file: File) => {
  const { knowledgeGroups } = await client.request(KnowledgeGroupsDocument);
  const groupId = knowledgeGroups?.nodes[0]?.id ?? '';
  const { uploadKnowledgeDocument } = await client.request(UploadKnowledgeDocumentDocument, {
    input: { groupId, file },
  });
  return { groupId, id: uploadKnowledgeDocument?.knowledgeDocument.id ?? '' };
};

test.each([
  ['a text file', 'READY', new File(['Otters float.'], 'otters.txt'), null],
  ['a broken PDF', 'FAILED', new File(['%PDF-1.7 broken'], 'broken.pdf'), expect.any(String)],
])('%s is polled until it is %s', async (_, status, file, errorMessage) => {
  const { client } = await startClient(async () => {});
  const { id, groupId } = await upload(client, file);
  const { knowledgeDocument } = await waitForKnowledgeDocument(client, { id }, { pace });
  expect(knowledgeDocument).toMatchObject({ id, status, errorMessage });
  const { knowledgeGroup } = await waitForKnowledgeGroup(client, { id: groupId }, { pace });
  expect(knowledgeGroup?.documents?.nodes.map((document) => document.status)).toContain(status);
});

test('a session is polled until it has ended and has a transcript', async () => {
  const respond = (isLive: boolean, transcript: object | null) => ({
    data: { session: { id: 's', isLive, transcript } },
  });
  const transcript = { sessionId: 's', messages: [] };
  const { client, count } = await startResponses(
    respond(true, null),
    respond(true, transcript),
    respond(false, null),
    respond(false, transcript),
  );
  const { session } = await waitForSessionTranscript(client, { id: 's' }, { pace });
  expect(session).toMatchObject({ isLive: false, transcript });
  expect(count()).toBe(4);
});

test('an invite is polled until the meeting has ended', async () => {
  let id = '';
  const { client, counting, count } = await startClient(async (request) => {
    if (request === 3) await client.request(CancelMeetingInviteDocument, { id });
  });
  const input = {
    meetingUrl: 'https://meet.google.com/abc-defg-hij',
    personaId: personas[0]?.id ?? '',
  };
  const { createMeetingInvite } = await client.request(CreateMeetingInviteDocument, { input });
  id = createMeetingInvite?.meetingInvite.id ?? '';
  const { meetingInvite } = await waitForMeetingInvite(counting, { id }, { pace });
  expect(meetingInvite?.status).toBe('CANCELLED');
  expect(count()).toBe(3);
});

test.each([
  ['a document', waitForKnowledgeDocument, { knowledgeDocument: null }],
  ['a group', waitForKnowledgeGroup, { knowledgeGroup: null }],
  ['a session', waitForSessionTranscript, { session: null }],
  ['an invite', waitForMeetingInvite, { meetingInvite: null }],
])('%s that does not exist is not polled', async (_, waitFor, data) => {
  const { counting, count } = await startClient(async () => {});
  const id = '00000000-0000-4000-8000-000000000000';
  expect(await waitFor(counting, { id }, { pace })).toStrictEqual(data);
  expect(count()).toBe(1);
});

/** Starts an API that gives these responses in order and then repeats the last, and creates a function that waits until `n` is 3. */
async function startResponses(...responses: object[]) {
  let requests = 0;
  const url = await listen((_, response) => {
    response.end(JSON.stringify(responses[Math.min(requests, responses.length - 1)]));
    requests += 1;
  });
  const waitForThree = createWaitFor<{ n: number }, { id?: string }>({
    document: 'query N { n }',
    isFinal: ({ n }) => n === 3,
  });
  return { client: createClient({ url }), waitForThree, count: () => requests };
}

const failWith = (extensions: object) => ({ errors: [{ message: 'No.', extensions }] });

test('temporary errors do not end the wait', async () => {
  const { client, waitForThree } = await startResponses(
    failWith({ code: 'UPSTREAM_UNAVAILABLE' }),
    { data: { n: 1 } },
    failWith({ code: 'OVERLOADED' }),
    { data: { n: 3 } },
  );
  expect(await waitForThree(client, {}, { pace })).toStrictEqual({ n: 3 });
});

test.each(['FORBIDDEN', 'UNAUTHENTICATED', 'BAD_USER_INPUT', 'PLAN_REQUIRED'])(
  '%s ends the wait immediately',
  async (code) => {
    const { client, waitForThree, count } = await startResponses(
      { data: { n: 1 } },
      failWith({ code }),
    );
    await expect(waitForThree(client, {}, { pace })).rejects.toMatchObject({ code });
    expect(count()).toBe(2);
  },
);

test('the wait ends at its time limit, with the last error if there was one', async () => {
  const limited = { pace: { ...pace, timeLimit: 4 } };
  const { client, waitForThree, count } = await startResponses({ data: { n: 1 } });
  await expect(waitForThree(client, {}, limited)).rejects.toMatchObject({ name: 'TimeoutError' });
  // Waits of 1 and 1.5 ms: the next, of 2.25 ms, would exceed the limit.
  expect(count()).toBe(3);
  const failing = await startResponses(failWith({ code: 'OVERLOADED' }));
  await expect(failing.waitForThree(failing.client, {}, limited)).rejects.toMatchObject({
    code: 'OVERLOADED',
  });
});

test('a wait is aborted between two requests', async () => {
  const { client, waitForThree } = await startResponses({ data: { n: 1 } });
  const controller = new AbortController();
  const aborting: Client = {
    ...client,
    request: async (...parameters) => {
      const data = await client.request(...parameters);
      setImmediate(() => controller.abort('closed'));
      return data;
    },
  };
  const { signal } = controller;
  const long = { signal, pace: { interval: 3_600_000, timeLimit: 7_200_000 } };
  await expect(waitForThree(aborting, {}, long)).rejects.toBe('closed');
});

test('delays grow by half up to the maximum interval, until the time limit', () => {
  const rule = { isFinal: () => false, pace: { interval: 4, maxInterval: 10, timeLimit: 39 } };
  const delays = [0, 1, 2, 3, 4, 5, 6].map((responses) =>
    getPollingDelay(rule, { data: {}, responses }),
  );
  expect(delays).toStrictEqual([4, 4, 6, 9, 10, 10, undefined]);
});

test('the delay is at least the time that the API requests', () => {
  const error = new ApiError({ code: 'RATE_LIMITED', message: 'No.', retryAfterSeconds: 20 });
  const rule = { isFinal: () => false };
  expect(getPollingDelay(rule, { error, responses: 1 })).toBe(20_000);
  expect(getPollingDelay(rule, { error, responses: 1 }, { timeLimit: 500 })).toBeUndefined();
});
