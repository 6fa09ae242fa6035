import assert from 'node:assert/strict';
import { createLargeImage, seedImage } from '../../support/files.ts';
import { readTable } from '../../support/tables.ts';
import {
  type Answer,
  ask,
  assumed,
  at,
  type Check,
  createLevel,
  expectDenied,
  expectObject,
  expectRejected,
  expectStatus,
  must,
  requireOption,
  type Sent,
  type Target,
} from './check.ts';
import { readList, UNKNOWN } from './contract.ts';

/** Creates the configuration of an inline persona that every service accepts. */
const createInlinePersona = (target: Target) => ({
  name: 'Conformance',
  avatarId: requireOption(target, 'avatarId'),
  ...(target.voiceId !== undefined && { voiceId: target.voiceId }),
  llmId: 'CUSTOMER_CLIENT_V1',
  systemPrompt: 'You are being checked.',
});

const createFile = (type: string, ...content: BlobPart[]) =>
  new File(content, `conformance.${type}`, { type: `image/${type}` });

const createImage = (size: number) => createFile('png', ...createLargeImage(size));

/** What a request of the table can contain. A megabyte has 1,000,000 or 1,048,576 bytes: sizes are within or beyond both limits. */
const VALUES: Readonly<Record<string, (target: Target) => unknown>> = {
  inline: createInlinePersona,
  png: () => seedImage('png'),
  jpeg: () => seedImage('jpeg'),
  webp: () => seedImage('webp'),
  gif: () => createFile('gif', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')),
  text: () => createFile('png', 'no image'),
  '10mb': () => createImage(10_000_000),
  more: () => createImage(10 * 1_048_576 + 1),
  'name-of-3': () => 'Con',
  'name-of-50': () => 'Conformance'.padEnd(50, '.'),
  'name-of-51': () => 'Conformance'.padEnd(51, '.'),
  key: ({ key }) => key,
};

/** Reads what a row sends: `$NAME` is a value or an option of the target, and `...` is spread. */
const readSent = (json: string, target: Target): Sent =>
  JSON.parse(json, (_, value) => {
    if (typeof value === 'string' && value.startsWith('$')) {
      const name = value.slice(1);
      return VALUES[name] ? VALUES[name](target) : requireOption(target, name);
    }
    const { '...': base, ...own } = Object(value);
    return base === undefined ? value : { ...base, ...own };
  });

/** Expects success, and returns the session token. */
function readToken(answer: Answer): string {
  const token = at(expectObject(answer), 'sessionToken');
  assert.ok(typeof token === 'string' && token !== '', 'The response has no sessionToken.');
  return token;
}

const EXPECTED: Readonly<Record<string, (answer: Answer) => unknown>> = {
  accepted: expectObject,
  token: readToken,
  rejected: expectRejected,
  denied: expectDenied,
};

const MINT = 'POST /v1/auth/session-token';
const PERSONA = 'POST /v1/personas';
const AVATAR = 'POST /v1/avatars';

/** Checks of one request: level, id, name, what is expected, the operation and what is sent. */
const readChecks = (table: string): Check[] =>
  readTable(table).map(([level = '', id = '', name = '', expected = '', line = '', sent = '{}']) =>
    createLevel(level === 'MUST' ? level : 'ASSUMED')(id, name, async (target) => {
      const path = line.replace('$avatarId', () => requireOption(target, 'avatarId'));
      const answer = await ask(target, path, readSent(sent, target));
      (EXPECTED[expected] ?? expectStatus(Number(expected)))(answer);
    }),
  );

/** Authentication, of which the specification states only Bearer, and errors, which it does not define. */
const REQUESTS = `
  MUST | authentication.bearer | a key is accepted as Authorization: Bearer <API_KEY> | accepted | GET /v1/personas
  MUST | authentication.unknown-key | an unknown key is denied | denied | GET /v1/personas | {"key":"no-such-key"}
  ASSUMED | authentication.other-scheme | a key without the Bearer scheme is denied | denied | GET /v1/personas | {"key":null,"headers":{"authorization":"$key"}}
  ASSUMED | authentication.status.personas | a list without a key is 401 | 401 | GET /v1/personas | {"key":null}
  ASSUMED | authentication.status.avatar | an unknown avatar without a key is 401 | 401 | GET /v1/avatars/no-such-avatar | {"key":null}
  ASSUMED | authentication.status.tool | an unknown tool without a key is 401 | 401 | GET /v1/tools/no-such-tool | {"key":null}
  ASSUMED | errors.broken-json | invalid JSON is 400 | 400 | ${PERSONA} | {"text":"{"}
  ASSUMED | errors.media-type | an unsupported media type is 415 | 415 | ${PERSONA} | {"text":"<persona/>","headers":{"content-type":"text/xml"}}
  ASSUMED | errors.path | an unknown path is 404 | 404 | GET /v1/no-such-path
`;

const formatConfig = (fields: object, rest: object = {}) =>
  JSON.stringify({ json: { personaConfig: { '...': '$inline', ...fields }, ...rest } });

/** "Session configuration", "Session options", "Session token" and their endpoints. */
const TOKENS = `
  MUST | session-token.spelled-out | an inline persona is accepted | token | ${MINT} | ${formatConfig({})}
  MUST | session-token.avatar-model.cara-2 | avatarModel can be cara-2 | token | ${MINT} | ${formatConfig({ avatarModel: 'cara-2' })}
  MUST | session-token.avatar-model.cara-3 | avatarModel can be cara-3 | token | ${MINT} | ${formatConfig({ avatarModel: 'cara-3' })}
  MUST | session-token.llm.default | llmId can be the default | token | ${MINT} | ${formatConfig({ llmId: '0934d97d-0c3a-4f33-91b0-5e136a0ef466' })}
  MUST | session-token.llm.name | llmId can be SERVICE_LLAMA_v3_3_70B_V1 | token | ${MINT} | ${formatConfig({ llmId: 'SERVICE_LLAMA_v3_3_70B_V1' })}
  MUST | session-token.session-fields | fields of the session are accepted | token | ${MINT} | ${formatConfig({ maxSessionLengthSeconds: 600, skipGreeting: true, languageCode: 'en' })}
  MUST | session-token.voice-detection | every voice detection option is accepted | token | ${MINT} | ${formatConfig({ voiceDetectionOptions: { endOfSpeechSensitivity: 0.5, silenceBeforeSkipTurnSeconds: 5, silenceBeforeSessionEndSeconds: 60, silenceBeforeAutoEndTurnSeconds: 5, speechEnhancementLevel: 0.8 } })}
  MUST | session-token.voice-generation | every voice generation option is accepted | token | ${MINT} | ${formatConfig({ voiceGenerationOptions: { stability: 0.5, similarityBoost: 0.75, speed: 1 } })}
  MUST | session-token.session-options | clientLabel and enableSessionReplay are accepted | token | ${MINT} | ${formatConfig({}, { clientLabel: 'conformance', sessionOptions: { sessionReplay: { enableSessionReplay: false } } })}
  MUST | session-token.voice-id | voiceId is accepted | token | ${MINT} | ${formatConfig({ voiceId: '$voiceId' })}
  MUST | session-token.legacy | the deprecated GET returns a sessionToken | token | GET /v1/auth/session-token
  ASSUMED | session-token.brain-type | the deprecated brainType is accepted as llmId | token | ${MINT} | {"json":{"personaConfig":{"name":"Conformance","avatarId":"$avatarId","brainType":"CUSTOMER_CLIENT_V1","systemPrompt":"You."}}}
  ASSUMED | session-token.no-config | a body without personaConfig is 400 | 400 | ${MINT} | {"json":{}}
  ASSUMED | session-token.empty-config | a configuration without a persona is 400 | 400 | ${MINT} | {"json":{"personaConfig":{}}}
  ASSUMED | session-token.both | a personaId with an inline persona is 400 | 400 | ${MINT} | ${formatConfig({ personaId: '$personaId' })}
  ASSUMED | session-token.avatar-model.unknown | an unknown avatarModel is 400 | 400 | ${MINT} | ${formatConfig({ avatarModel: 'no-such-model' })}
  ASSUMED | session-token.wrong-type | text for a number is 400 | 400 | ${MINT} | ${formatConfig({ maxSessionLengthSeconds: 'long' })}
  ASSUMED | session-token.unknown-persona | an unknown personaId is 404 | 404 | ${MINT} | {"json":{"personaConfig":{"personaId":"${UNKNOWN}"}}}
`;

/** "Persona" and its endpoints. The names of the list's query parameters are not specified: checks that need them are ASSUMED. */
const PERSONAS = `
  MUST | persona.every-field | a persona is created from all of its fields | accepted | ${PERSONA} | {"json":{"...":"$inline","description":"Created by a check.","avatarModel":"cara-3","skipGreeting":true}}
  MUST | persona.avatar-model.omitted | avatarModel can be omitted | accepted | ${PERSONA} | {"json":{"name":"Conformance"}}
  MUST | persona.avatar-model.null | avatarModel can be null | accepted | ${PERSONA} | {"json":{"name":"Conformance","avatarModel":null}}
  MUST | persona.avatar-model.cara-2 | avatarModel can be cara-2 | accepted | ${PERSONA} | {"json":{"name":"Conformance","avatarModel":"cara-2"}}
  MUST | persona.avatar-model.unknown | an unknown avatarModel is rejected | rejected | ${PERSONA} | {"json":{"name":"Conformance","avatarModel":"no-such-model"}}
  ASSUMED | persona.wrong-type | a number as the name is rejected | rejected | ${PERSONA} | {"json":{"name":7}}
  ASSUMED | persona.unknown-field | an unknown field is rejected | rejected | ${PERSONA} | {"json":{"name":"Conformance","noSuch":true}}
  ASSUMED | persona.no-object | a body that is not an object is rejected | rejected | ${PERSONA} | {"json":["Conformance"]}
  MUST | personas.list | personas are listed as JSON | accepted | GET /v1/personas
  ASSUMED | personas.page.0 | page cannot be 0 | 400 | GET /v1/personas?page=0
  ASSUMED | personas.page.first | page cannot be a word | 400 | GET /v1/personas?page=first
`;

/** "Avatar", its endpoints and limits. */
const AVATARS = `
  MUST | avatar.png | a PNG, with a display name of 3 characters, is accepted | accepted | ${AVATAR} | {"form":{"displayName":"$name-of-3","imageFile":"$png"}}
  MUST | avatar.jpeg | a JPEG, with a display name of 50 characters, is accepted | accepted | ${AVATAR} | {"form":{"displayName":"$name-of-50","imageFile":"$jpeg"}}
  MUST | avatar.webp | a WebP is accepted | accepted | ${AVATAR} | {"form":{"displayName":"Conformance","imageFile":"$webp"}}
  MUST | avatar.10-mb | an image of 10 MB is accepted | accepted | ${AVATAR} | {"form":{"displayName":"Conformance","imageFile":"$10mb"}}
  MUST | avatar.display-name.too-short | a display name of 2 characters is rejected | rejected | ${AVATAR} | {"form":{"displayName":"Co","imageFile":"$png"}}
  MUST | avatar.display-name.too-long | a display name of 51 characters is rejected | rejected | ${AVATAR} | {"form":{"displayName":"$name-of-51","imageFile":"$png"}}
  MUST | avatar.neither | an avatar without an image is rejected | rejected | ${AVATAR} | {"form":{"displayName":"Conformance"}}
  MUST | avatar.both | imageFile and imageUrl together are rejected | rejected | ${AVATAR} | {"form":{"displayName":"Conformance","imageFile":"$png","imageUrl":"https://images.example/portrait.png"}}
  MUST | avatar.gif | a GIF is rejected | rejected | ${AVATAR} | {"form":{"displayName":"Conformance","imageFile":"$gif"}}
  MUST | avatar.too-large | an image of more than 10 MB is rejected | rejected | ${AVATAR} | {"form":{"displayName":"Conformance","imageFile":"$more"}}
  MUST | avatar.url | an avatar is created from an image URL in JSON | accepted | ${AVATAR} | {"json":{"displayName":"Conformance","imageUrl":"$imageUrl"}}
  MUST | avatar.display-name.url | a display name of 2 characters is rejected in JSON | rejected | ${AVATAR} | {"json":{"displayName":"Co","imageUrl":"$imageUrl"}}
  MUST | avatar.url.not-one | an invalid imageUrl is rejected | rejected | ${AVATAR} | {"json":{"displayName":"Conformance","imageUrl":"portrait"}}
  MUST | avatar.plan | a key of another plan than pro and enterprise is denied | denied | ${AVATAR} | {"key":"$freeKey","form":{"displayName":"Conformance","imageFile":"$png"}}
  MUST | avatar.by-id | an avatar is returned by its id | accepted | GET /v1/avatars/$avatarId
  ASSUMED | avatar.plan.status | a key of an insufficient plan is 403 | 403 | ${AVATAR} | {"key":"$freeKey","form":{"displayName":"Conformance","imageFile":"$png"}}
  ASSUMED | avatar.url.multipart | an image URL is accepted in a form | accepted | ${AVATAR} | {"form":{"displayName":"Conformance","imageUrl":"$imageUrl"}}
  ASSUMED | avatar.disguised | text with the name and type of a PNG is rejected | rejected | ${AVATAR} | {"form":{"displayName":"Conformance","imageFile":"$text"}}
  ASSUMED | avatar.too-large.status | an image of more than 10 MB is 413 | 413 | ${AVATAR} | {"form":{"displayName":"Conformance","imageFile":"$more"}}
`;

const byId = (target: Target) => ({ personaId: requireOption(target, 'personaId') });

const mint = async (target: Target, personaConfig: object) =>
  ask(target, MINT, { json: { personaConfig } });

/** Creates a check that success is 201 with the record, which has the id and the fields that were sent. */
const returnsRecord = (id: string, line: string, sent: Sent, fields: object) =>
  assumed(
    `${id}.record`,
    'success is 201 with the record, its id and its fields',
    async (target) => {
      const answer = await ask(target, line, sent);
      expectStatus(201)(answer);
      assert.equal(typeof at(answer.body, 'id'), 'string');
      for (const [field, value] of Object.entries(fields))
        assert.equal(at(answer.body, field) ?? null, value);
    },
  );

const page = { page: '1', perPage: '1' };
const blank = { name: 'Conformance', avatarModel: null };
const form = { displayName: 'Conformance', imageFile: seedImage('png') };

/** Checks of what the specification states, or of how it is understood where it does not. */
export const specificationChecks: readonly Check[] = [
  ...[REQUESTS, TOKENS, PERSONAS, AVATARS].flatMap(readChecks),
  assumed('authentication.session-token', 'a session token is no key', async (target) => {
    const key = readToken(await mint(target, byId(target)));
    expectDenied(await ask(target, 'GET /v1/personas', { key }));
  }),
  assumed('errors.method', 'an unsupported method is 405, with others in Allow', async (target) => {
    const answer = await ask(target, 'DELETE /v1/personas');
    expectStatus(405)(answer);
    const allow = (answer.headers.get('allow') ?? '').split(/\s*,\s*/);
    assert.ok(allow.includes('GET') && allow.includes('POST'), `Allow is ${allow}.`);
  }),
  assumed('errors.body', 'every error is JSON with error and message', async (target) => {
    for (const answer of [
      await ask(target, 'GET /v1/personas', { key: null }),
      await ask(target, 'GET /v1/no-such-path'),
      await ask(target, 'DELETE /v1/personas'),
      await ask(target, PERSONA, { json: { name: 7 } }),
      await ask(target, `GET /v1/avatars/${UNKNOWN}`),
    ]) {
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      for (const field of ['error', 'message'])
        assert.equal(typeof at(answer.body, field), 'string');
    }
  }),
  assumed('errors.details', 'a 400 reports every issue with its path', async (target) => {
    const { body } = await ask(target, PERSONA, { json: { name: 7, skipGreeting: 'no' } });
    const paths = [at(body, 'details') ?? []].flat().map((each) => String(at(each, 'path')));
    for (const path of ['name', 'skipGreeting']) assert.ok(paths.includes(path), `${paths}`);
  }),
  must('session-token.persona-id', 'a personaId returns a token, not the API key', async (target) =>
    assert.notEqual(readToken(await mint(target, byId(target))), target.key),
  ),
  ...Object.entries({ stateful: byId, ephemeral: createInlinePersona }).map(([type, create]) =>
    assumed(
      `session-token.jwt.${type}`,
      `success is 200 with a JWT of the type ${type}`,
      async (target) => {
        const answer = await mint(target, create(target));
        expectStatus(200)(answer);
        const [, payload = ''] = readToken(answer).split('.');
        const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
        assert.equal(String(at(claims, 'type')).toLowerCase(), type);
      },
    ),
  ),
  returnsRecord('persona', PERSONA, { json: blank }, blank),
  returnsRecord('avatar', AVATAR, { form }, { displayName: form.displayName }),
  assumed('personas.page', 'a page is {data, meta} with page metadata', async (target) => {
    requireOption(target, 'personaId');
    const { items, meta } = await readList(target, '/v1/personas', page);
    assert.equal(items.length, 1);
    const total = at(meta, 'total');
    const next = total === 1 ? null : 2;
    const shown = { total, lastPage: total, currentPage: 1, perPage: 1, prev: null, next };
    assert.deepEqual(meta, shown);
  }),
  assumed('personas.every-one-once', 'the first pages have each persona once', async (target) => {
    const ids: unknown[] = [];
    let next: unknown = 1;
    let total = 0;
    for (let pages = 0; next !== null && pages < 5; pages += 1) {
      const query = { page: String(next), perPage: '100' };
      const { items, meta } = await readList(target, '/v1/personas', query);
      ids.push(...items.map((item) => at(item, 'id')));
      next = at(meta, 'next') ?? null;
      total = Number(at(meta, 'total'));
    }
    assert.equal(new Set(ids).size, ids.length, 'A persona is on two pages.');
    assert.equal(ids.length, Math.min(total, 500));
  }),
  assumed('personas.past-the-end', 'a page after the last is empty', async (target) => {
    const query = { page: '1000000', perPage: '100' };
    assert.deepEqual((await readList(target, '/v1/personas', query)).items, []);
  }),
];
