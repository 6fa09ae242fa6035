import fc from 'fast-check';
import { assertInputObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { isJsonObject, type JsonObject } from '../../src/contract/record.ts';
import { schema } from '../../src/graphql/schema.ts';
import { startApi } from '../support/api.ts';
import { startIssuer } from '../support/issuer.ts';
import {
  createRequired,
  inputsOfMutations,
  listPlaces,
  type Place,
  setNull,
} from '../support/null-places.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';

/** Null is sent: the contract says that it clears them. */
const CLEARED = [
  'createPersona.avatarModel',
  'createPersona.initialMessage',
  'updatePersona.avatarModel',
  'updatePersona.initialMessage',
  'updateVoice.description',
  'updateVoice.gender',
  'updateVoice.country',
];

/** Null would give the default. */
const DEFAULTED = [
  'createShareLink.expiresInHours',
  'createShareLink.usageLimit',
  'createMeetingInvite.groupCall',
  'createMeetingInvite.regionPolicy',
  'createMeetingInvite.sessionOptions.sessionReplay.enableSessionReplay',
  'createSessionToken.sessionOptions.sessionReplay.enableSessionReplay',
];

/** What updates keep if it is omitted: each field, and those of the object that they merge. */
const isKept = (mutation: string, path: Place) =>
  mutation.startsWith('update') && (path.length === 1 || path[0] === 'widgetConfig');

/** What happens to a null of an input, by the rule. */
function findOutcome(mutation: string, path: Place): 'sent' | 'refused' | 'left out' {
  const name = [mutation, ...path].join('.');
  if (CLEARED.includes(name)) return 'sent';
  return DEFAULTED.includes(name) || isKept(mutation, path) ? 'refused' : 'left out';
}

/** A record with a value in each field of an update. */
const RECORD = {
  id: 'x1',
  name: 'Ada',
  displayName: 'Ada',
  description: 'Ada.',
  systemPrompt: 'Help.',
  avatarId: 'a1',
  voiceId: 'v1',
  llmId: 'l1',
  skipGreeting: false,
  uninterruptibleGreeting: false,
  zeroDataRetention: false,
  disableInterruptions: false,
  toolIds: [],
  languageCode: 'en',
  voiceDetectionOptions: { speechEnhancementLevel: 0.5 },
  voiceGenerationOptions: { speed: 1 },
  widgetConfig: {
    callToAction: 'Talk.',
    allowedOrigins: [],
    allowEverywhere: false,
    layout: 'inline',
    initialState: 'minimized',
    position: 'left',
    showTextInput: false,
    showMuteButton: false,
    showTranscript: false,
  },
  config: {},
  urls: [{ url: 'https://llm.example' }],
  llmFormat: 'openai',
  modelName: 'm',
  temperature: 0,
  maxTokens: 1,
  deploymentName: 'd',
  apiVersion: '1',
  reasoningEffort: 'low',
  reasoningFormat: 'raw',
  metadata: {},
  providerModelId: 'p',
  filename: 'a.txt',
  usageLimit: 1,
};
const CREDENTIALS = {
  sessionToken: 't',
  uploadUrl: 'https://uploads.example/1',
  audioKey: 'recordings/1',
};

/** Starts the API with an upstream that always returns a record, and records what is written. */
async function start(record: object, options = {}) {
  const bodies: JsonObject[] = [];
  const upstream = await startUpstream(async (request, response) => {
    const received = Buffer.concat(await request.toArray()).toString();
    if (received) bodies.push(JSON.parse(received));
    sendJson(response, 200, { ...CREDENTIALS, ...record });
  });
  const api = await startApi(upstream, { client: { extensions: EXTENSIONS }, ...options });
  const write = (mutation: string, input: JsonObject, headers = {}) => {
    const type = inputsOfMutations.find((each) => each.mutation === mutation);
    const id = type?.takesId ? 'id: "x1", ' : '';
    const document = `mutation ($input: ${type?.type.name}!) { ${mutation}(${id}input: $input) { __typename } }`;
    return api.run(document, { input }, headers);
  };
  return { bodies, write, calls: upstream.calls };
}

/** Creates a valid input for a mutation, without a value at a place. */
function createInput(mutation: string, [name, field]: Place): JsonObject {
  const type = inputsOfMutations.find((each) => each.mutation === mutation)?.type;
  const input = type ? createRequired(type) : {};
  if (mutation === 'createMeetingInvite')
    return name === 'personaConfig' && field
      ? { ...input, personaConfig: { name: 'Ada', ...(field === 'name' && { llmId: 'l' }) } }
      : {
          ...input,
          ...(name === 'personaId' ? { personaConfig: { name: 'Ada' } } : { personaId: 'p' }),
        };
  if (mutation !== 'createSessionToken') return input;
  return {
    personaConfig:
      name === 'overrides'
        ? { personaId: 'p1' }
        : field === 'name'
          ? { llmId: 'l1' }
          : { name: 'Ada' },
  };
}

const containsNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some(containsNull));

const read = (value: unknown, path: Place) =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value);

test('the table covers all inputs', () => {
  const places = inputsOfMutations.flatMap(({ type }) => listPlaces(type));
  expect(inputsOfMutations.length).toBeGreaterThan(15);
  expect(places.length).toBeGreaterThan(250);
});

test.each(inputsOfMutations)(
  'each null of $mutation is sent, refused at its path, or no value',
  async ({ mutation, type }) => {
    const { bodies, write, calls } = await start(RECORD);
    const outcomes: [string, string][] = [];
    const expected: [string, string][] = [];
    for (const path of listPlaces(type)) {
      const place = path.join('.');
      expected.push([place, findOutcome(mutation, path)]);
      const [written, called] = [bodies.length, calls.length];
      const { errors } = await write(mutation, setNull(type, createInput(mutation, path), path));
      const sent = bodies.slice(written);
      if (errors) {
        expect(errors[0]?.extensions).toMatchObject({
          code: 'BAD_USER_INPUT',
          issues: [{ path: ['input', ...path], code: 'NULL_NOT_ALLOWED' }],
        });
        expect(calls.slice(called).filter((call) => !call.startsWith('GET'))).toStrictEqual([]);
      } else expect(sent.length, place).toBeGreaterThan(0);
      const isSent = sent.some((body) => read(body, path) === null);
      expect(isSent || !sent.some(containsNull), place).toBe(true);
      outcomes.push([place, errors ? 'refused' : isSent ? 'sent' : 'left out']);
    }
    expect(Object.fromEntries(outcomes)).toStrictEqual(Object.fromEntries(expected));
  },
);

describe('a null that does not clear its field', () => {
  /** The fields that no record has: nobody knows their value. */
  const UNREADABLE = ['extra', 'avatarModelName', 'secret', 'expiresInHours'];

  const updates = inputsOfMutations.filter(({ mutation }) => mutation.startsWith('update'));

  test.each(updates)(
    'is no change for $mutation where the record has no value',
    async ({ mutation, type }) => {
      const { bodies, write, calls } = await start({ id: 'x1', displayName: 'Ada' });
      const places = listPlaces(type).filter(
        ([name = '']) => ![...UNREADABLE, 'displayName'].includes(String(name)),
      );
      const input = places
        .filter(([name, inner]) =>
          name === 'widgetConfig' ? inner !== undefined : inner === undefined,
        )
        .reduce((all, path) => setNull(type, all, path), {});
      expect((await write(mutation, input)).errors).toBeUndefined();
      const cleared = places.filter((path) => findOutcome(mutation, path) === 'sent');
      const own = mutation === 'updateVoice' ? { displayName: 'Ada' } : {};
      const widget = mutation === 'updatePersona' ? { widgetConfig: {} } : {};
      expect(bodies).toStrictEqual(
        mutation === 'updateAvatar'
          ? []
          : [{ ...Object.fromEntries(cleared.map(([name]) => [name, null])), ...own, ...widget }],
      );
      expect(calls.filter((call) => call.startsWith('GET')).length).toBeLessThanOrEqual(1);
    },
  );

  test('is refused for a field that no record has', async () => {
    const { write, calls } = await start({ id: 'x1' });
    for (const [mutation, field] of [
      ['updateLlm', 'secret'],
      ['updateShareLink', 'expiresInHours'],
      ['updateTool', 'extra'],
    ] as const) {
      const { errors } = await write(mutation, { [field]: null });
      expect(errors?.[0]?.extensions.issues).toMatchObject([{ path: ['input', field] }]);
    }
    expect(calls).toStrictEqual([]);
  });

  test('of an unknown record is NOT_FOUND', async () => {
    const upstream = await startUpstream((_, response) => sendJson(response, 404, { error: 'No' }));
    const { run } = await startApi(upstream, { client: { extensions: EXTENSIONS } });
    const { errors } = await run(
      'mutation { updatePersona(id: "p1", input: { description: null }) { persona { id } } }',
    );
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });

  test('requires the scope to read the record, which it tells about', async () => {
    const issuer = await startIssuer();
    const { write, calls } = await start({ id: 'x1' }, { authenticate: issuer.authenticate() });
    const as = async (scope: string, description: string | null) =>
      write(
        'updatePersona',
        { description },
        { authorization: `Bearer ${await issuer.sign({ scope })}` },
      );
    const denied = await as('personas:write', null);
    expect(denied.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(calls).toStrictEqual([]);
    expect((await as('personas:write', '')).errors).toBeUndefined();
    expect((await as('personas:write personas:read', null)).errors).toBeUndefined();
  });

  test('says what to send instead', async () => {
    const { write } = await start(RECORD);
    const { errors } = await write('updatePersona', {
      llmId: null,
      description: null,
      toolIds: null,
      voiceId: null,
      voiceDetectionOptions: null,
      widgetConfig: null,
    });
    const messages = errors?.[0]?.extensions.issues?.map(({ message }) => message);
    expect(messages?.toSorted()).toStrictEqual([
      'Null does not clear description. Send "" to clear it.',
      'Null does not clear llmId. Use CUSTOMER_CLIENT_V1 for no LLM.',
      'Null does not clear toolIds. Send [] to clear it.',
      'Null does not clear voiceDetectionOptions. Send {} to clear it.',
      'Null does not clear voiceId. Omit it to keep its value.',
      'Null does not clear widgetConfig. Omit it to keep its value.',
    ]);
  });
});

test('a configuration with a personaId keeps what the persona has, so that no null of it is lost', async () => {
  const { write, calls } = await start(RECORD);
  const type = assertInputObjectType(schema.getType('PersonaConfigInput'));
  for (const path of listPlaces(type).filter((path) => path.length === 1)) {
    if (path[0] === 'personaId') continue;
    const personaConfig = setNull(type, { personaId: 'p1' }, path);
    const { errors } = await write('createSessionToken', { personaConfig });
    expect(errors?.[0]?.extensions.issues).toMatchObject([
      { path: ['input', 'personaConfig', ...path], code: 'NULL_NOT_ALLOWED' },
    ]);
  }
  expect(calls).toStrictEqual([]);
});

const value = fc.option(fc.double({ noNaN: true, min: 0, max: 1 }));
const options = fc.record(
  { stability: value, speed: value, style: value, volume: value },
  { requiredKeys: [] },
);
const changes = fc.record(
  {
    name: fc.option(fc.string()),
    description: fc.option(fc.string()),
    initialMessage: fc.option(fc.string()),
    voiceGenerationOptions: fc.option(options),
    widgetConfig: fc.option(
      fc.record(
        {
          layout: fc.option(fc.constantFrom('inline', 'floating')),
          showTranscript: fc.option(fc.boolean()),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);

const dropNulls = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([name, each]) => each !== null || name === 'initialMessage')
      .map(([name, each]) => [name, isJsonObject(each) ? dropNulls(each) : each]),
  );

test('an update of an empty record sends what it says, without the nulls that change nothing', async () => {
  const { bodies, write } = await start({ id: 'x1' });
  await fc.assert(
    fc.asyncProperty(changes, async (input) => {
      expect((await write('updatePersona', input)).errors).toBeUndefined();
      expect(bodies.at(-1)).toStrictEqual(JSON.parse(JSON.stringify(dropNulls(input))));
    }),
  );
});

test('an update of a record with values is refused if it has a null that clears nothing', async () => {
  const { bodies, write } = await start(RECORD);
  await fc.assert(
    fc.asyncProperty(changes, async (input) => {
      const lost = Object.entries(input).flatMap(([name, each]) => {
        if (each === null) return name === 'initialMessage' ? [] : [[name]];
        const inner = name === 'widgetConfig' ? Object.entries(Object(each)) : [];
        return inner.filter(([, field]) => field === null).map(([field]) => [name, field]);
      });
      const written = bodies.length;
      const { errors } = await write('updatePersona', input);
      const paths = errors?.[0]?.extensions.issues?.map(({ path }) => path) ?? [];
      expect(paths.toSorted()).toStrictEqual(lost.map((path) => ['input', ...path]).toSorted());
      expect(bodies.length).toBe(lost.length > 0 ? written : written + 1);
    }),
  );
});
