import { expect, test } from 'vitest';
import { z } from 'zod';
import { avatarContract } from '../../src/contract/avatar.ts';
import { knowledgeDocumentContract } from '../../src/contract/knowledge-document.ts';
import { knowledgeGroupContract } from '../../src/contract/knowledge-group.ts';
import { llmContract } from '../../src/contract/llm.ts';
import { meetingInviteContract } from '../../src/contract/meeting-invite.ts';
import { personaContract } from '../../src/contract/persona.ts';
import { shareLinkContract } from '../../src/contract/share-link.ts';
import { toolContract } from '../../src/contract/tool.ts';
import { voiceContract } from '../../src/contract/voice.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { createFormInit, seedImage, seedSample } from '../support/files.ts';
import { createGroup } from './knowledge.ts';

const service = await startAvatarService();
const UNKNOWN = '3f0e9f7e-1111-4222-8333-444455556666';
const { id: personaId } = (await service.send('POST /v1/personas', { name: 'Ada' })).body;
const group = await createGroup(service);

const persona = {
  name: 'Ada',
  avatarId: UNKNOWN,
  voiceId: UNKNOWN,
  llmId: 'CUSTOMER_CLIENT_V1',
  systemPrompt: 'Be brief.',
  skipGreeting: true,
  uninterruptibleGreeting: true,
  avatarModel: 'cara-2',
  description: 'Counts.',
  initialMessage: 'Hello!',
  languageCode: 'tr',
  toolIds: [UNKNOWN],
  voiceDetectionOptions: { endOfSpeechSensitivity: 0.5 },
  voiceGenerationOptions: { speed: 1.1 },
  zeroDataRetention: true,
};
const tool = {
  name: 'lookup',
  description: 'Looks things up.',
  config: { awaitResult: true },
  disableInterruptions: true,
};
const llm = {
  displayName: 'Mine',
  llmFormat: 'openai',
  urls: [{ url: 'https://llm.example.com/v1', region: 'eu' }],
  modelName: 'm',
  description: 'Fast.',
  temperature: 0.5,
  maxTokens: 100,
  deploymentName: 'd',
  apiVersion: 'v',
  metadata: { key: 'value' },
  reasoningEffort: 'low',
  reasoningFormat: 'parsed',
};

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly body?: { readonly json?: z.ZodType; readonly multipart?: z.ZodType } | undefined;
}

/** What is sent to an endpoint, and the names of fields that its record does not have, or has by another name. */
type Row = [
  path: string,
  endpoints: readonly Endpoint[],
  sent: readonly object[],
  others?: Readonly<Record<string, string | undefined>>,
];

const { createPersona, updatePersona } = personaContract.endpoints;
const { createAvatar, updateAvatar } = avatarContract.endpoints;
const { createTool, updateTool } = toolContract.endpoints;
const { createVoice, updateVoice } = voiceContract.endpoints;
const { createLlm, updateLlm } = llmContract.endpoints;
const { createShareLink, updateShareLink } = shareLinkContract.endpoints;
const { createMeetingInvite } = meetingInviteContract.endpoints;
const { createKnowledgeGroup, updateKnowledgeGroup } = knowledgeGroupContract.endpoints;
const { createKnowledgeDocument, updateKnowledgeDocument } = knowledgeDocumentContract.endpoints;

const ROWS: Row[] = [
  [
    'personas',
    [createPersona, updatePersona],
    [persona, { ...persona, widgetConfig: { variant: 'inline' } }],
    { brainType: undefined },
  ],
  [
    'avatars',
    [createAvatar, updateAvatar],
    [
      { displayName: 'Ada', avatarModel: 'cara-2', imageFile: seedImage('png') },
      { displayName: 'Bea' },
    ],
    { avatarModel: 'activeVersion', imageFile: undefined, imageUrl: undefined },
  ],
  [
    'tools',
    [createTool, updateTool],
    [
      { ...tool, type: 'CLIENT' },
      { ...tool, name: 'other' },
    ],
  ],
  [
    'voices',
    [createVoice, updateVoice],
    [
      {
        name: 'Ada',
        description: 'Low.',
        language: 'fr',
        enhance: 'true',
        audioFile: seedSample(),
      },
      {
        displayName: 'Bea',
        description: 'High.',
        gender: 'NEUTRAL',
        country: 'GB',
        providerModelId: 'p',
      },
    ],
    { name: 'displayName', enhance: undefined, audioFile: undefined },
  ],
  [
    'llms',
    [createLlm, updateLlm],
    [
      { ...llm, secret: 's' },
      { ...llm, temperature: 1, secret: 't' },
    ],
    // A single `url` replaces the `urls`.
    { secret: undefined, url: undefined },
  ],
  [
    'share-links',
    [createShareLink, updateShareLink],
    [
      { personaId, usageLimit: 3, expiresInHours: 1 },
      { usageLimit: 4, expiresInHours: 2 },
    ],
    { expiresInHours: undefined },
  ],
  [
    'meetings/invites',
    [createMeetingInvite],
    [
      {
        meetingUrl: 'https://meet.google.com/abc-defg-hij',
        displayName: 'Ada',
        joinAt: '2099-01-01T00:00:00Z',
        groupCall: false,
        region: 'eu',
        regionPolicy: 'strict',
        clientLabel: 'kiosk',
        sessionOptions: {},
        personaId,
      },
    ],
    // They are for the session of a persona, and none joins.
    {
      regionPolicy: undefined,
      clientLabel: undefined,
      sessionOptions: undefined,
      personaId: undefined,
      personaConfig: undefined,
    },
  ],
  [
    'knowledge/groups',
    [createKnowledgeGroup, updateKnowledgeGroup],
    [
      { name: 'Group', description: 'All.' },
      { name: 'Other', description: 'Some.' },
    ],
  ],
  [
    'knowledge/documents',
    [createKnowledgeDocument, updateKnowledgeDocument],
    [
      { file: new File(['text'], 'a.txt'), chunkSize: '200', chunkOverlap: '10' },
      { filename: 'b.txt' },
    ],
    { file: undefined, chunkSize: undefined, chunkOverlap: undefined },
  ],
];

const listFields = ({ body = {} }: Endpoint, isForm: boolean) => {
  const schema = isForm ? body.multipart : body.json;
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
};

/** The values that a record must have after these fields were sent. */
const listStored = (fields: object, others: Readonly<Record<string, string | undefined>>) =>
  Object.entries(fields).flatMap(([name, value]) => {
    const stored = name in others ? others[name] : name;
    return stored === undefined ? [] : [[stored, value]];
  });

test.each(ROWS)(
  'every field of %s that is sent is stored',
  async (path, endpoints, sent, others = {}) => {
    let id = group;
    for (const [index, endpoint] of endpoints.entries()) {
      const fields = new Map<string, string | File>(Object.entries(sent[index] ?? {}));
      const isForm = [...fields.values()].some((value) => value instanceof File);
      // A new field of the contract belongs into the table: it is sent, or named as one that is not stored.
      const known = [...fields.keys(), ...Object.keys(others)];
      expect(known).toEqual(expect.arrayContaining(listFields(endpoint, isForm)));
      const values = Object.fromEntries(fields);
      const body = isForm ? createFormInit(values).body : values;
      const line = `${endpoint.method} ${endpoint.path.replace('{id}', id)}`;
      const saved = await service.send(line, body);
      expect([line, saved.status]).toStrictEqual([line, index === 0 ? 201 : 200]);
      id = saved.body.id;
      const { body: found } = await service.send(`GET /v1/${path}/${id}`);
      for (const record of [saved.body, found])
        expect(record).toMatchObject(Object.fromEntries(listStored(values, others)));
    }
  },
);
