import type { JsonObject } from '../../src/contract/record.ts';
import { start } from '../support/start.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';
import type { Place } from './null-places.ts';
import { getRootField } from './root-fields.ts';

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
export function findOutcome(mutation: string, path: Place): 'sent' | 'refused' | 'left out' {
  const name = [mutation, ...path].join('.');
  if (CLEARED.includes(name)) return 'sent';
  return DEFAULTED.includes(name) || isKept(mutation, path) ? 'refused' : 'left out';
}

/** A record with a value in each field of an update. */
export const RECORD = {
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
export async function startRecordingApi(record: object, options = {}) {
  const bodies: JsonObject[] = [];
  const upstream = await startUpstream(async (request, response) => {
    const received = Buffer.concat(await request.toArray()).toString();
    if (received) bodies.push(JSON.parse(received));
    sendJson(response, 200, { ...CREDENTIALS, ...record });
  });
  const api = await start({ upstream, extensions: 'all', ...options });
  const write = (mutation: string, input: JsonObject, headers = {}) =>
    api.run(getRootField(mutation).write('{ __typename }'), { id: 'x1', input }, headers);
  return { bodies, write, calls: upstream.calls };
}
