import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { seedImage } from '../support/files.ts';
import { start } from '../support/start.ts';
import { sendJson, startRecordingUpstream, startUpstream } from '../support/upstream.ts';
import { expectIssue } from './expectations.ts';
import { inputsOfMutations } from './null-places.ts';
import { getRootField } from './root-fields.ts';

const RECORD = {
  id: 'x1',
  displayName: 'Ada',
  sessionToken: 't',
  uploadUrl: 'https://uploads.example/1',
  audioKey: 'k',
};

const extra = { newer: { key: null, list: [1] }, other: true };

describe.each(inputsOfMutations)('extra of $mutation', ({ mutation, type }) => {
  const { write, variables } = getRootField(mutation);
  const input = Object(variables.input);
  const run = async (changed: object) => {
    const { bodies, ...upstream } = await startRecordingUpstream(200, RECORD);
    const api = await start({ upstream, extensions: 'all' });
    const { errors } = await api.run(write('{ __typename }'), {
      ...variables,
      input: { ...input, ...changed },
    });
    return { errors, bodies, calls: upstream.calls };
  };

  test('is sent unchanged', async () => {
    const { errors, bodies } = await run({ extra });
    expect(errors).toBeUndefined();
    expect(bodies).toMatchObject([extra]);
  });

  test('cannot repeat a field', async () => {
    const name = Object.keys(type.getFields()).find((field) =>
      ['name', 'displayName', 'filename', 'usageLimit', 'personaConfig'].includes(field),
    );
    if (!name) return expect(mutation).toBe('createVoiceUpload');
    const given = input[name] ?? (name === 'usageLimit' ? 2 : 'other.txt');
    const wire = mutation === 'createVoice' ? 'name' : name;
    const { errors, calls } = await run({ [name]: given, extra: { [wire]: given } });
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    const path = errors?.[0]?.extensions.issues?.[0]?.path;
    expect(path?.slice(0, 3)).toStrictEqual(['input', 'extra', wire]);
    expect(calls).toStrictEqual([]);
  });
});

/** Reads the texts of a form. */
async function readTexts(request: IncomingMessage): Promise<Record<string, unknown>> {
  const body = Buffer.concat(await request.toArray());
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(body, { headers }).formData();
  return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
}

test.each([
  [
    'createAvatar',
    'CreateAvatarInput',
    { displayName: 'Ada', image: { file: null }, extra },
    'variables.input.image.file',
    () => seedImage('png'),
  ],
  [
    'uploadKnowledgeDocument',
    'UploadKnowledgeDocumentInput',
    { groupId: 'g1', file: null, extra },
    'variables.input.file',
    () => new File(['Text.'], 'a.txt'),
  ],
] as const)(
  'extra of a form of %s is text, JSON where it is none',
  async (mutation, type, input, path, createFile) => {
    const texts: Record<string, unknown>[] = [];
    const upstream = await startUpstream(async (request, response) => {
      texts.push(await readTexts(request));
      sendJson(response, 201, RECORD);
    });
    const { upload } = await start({ upstream, extensions: 'all' });
    const document = `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`;
    const file = path.replace('variables.', '');
    expect((await upload(document, { input }, { [file]: createFile() })).errors).toBeUndefined();
    expect(texts).toMatchObject([{ newer: '{"key":null,"list":[1]}', other: 'true' }]);
  },
);

test('a secret is not sent in extra, where a document can contain it', async () => {
  const { bodies, ...upstream } = await startRecordingUpstream(200, RECORD);
  const { run } = await start({ upstream, extensions: 'all' });
  const { errors } = await run(
    'mutation { updateLlm(id: "l1", input: { extra: { secret: "sk-of-the-house" } }) { llm { id } } }',
  );
  expectIssue(errors, ['input', 'extra', 'secret']);
  expect(JSON.stringify(errors)).not.toContain('sk-of');
  expect(bodies).toStrictEqual([]);
});

test('the API key of an LLM is not repeated in extra, which responses include', async () => {
  const upstream = await startUpstream((_, response) => sendJson(response, 200, RECORD));
  const { run } = await start({ upstream, extensions: 'all' });
  const { errors } = await run(
    'mutation ($input: UpdateLlmInput!) { updateLlm(id: "l1", input: $input) { llm { id } } }',
    { input: { secret: 'sk-of-the-house', extra: { note: 'sk-of-the-house' } } },
  );
  expectIssue(errors, ['input', 'extra']);
  expect(upstream.calls).toStrictEqual([]);
});
