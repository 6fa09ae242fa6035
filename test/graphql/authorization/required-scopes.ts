import type { Scope } from '../../../src/policy/scopes.ts';

const deletion = <Kind extends string>(kind: Kind) =>
  `delete${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

/** Every field at the root, an operation that selects it, and the scopes it needs. */
export const REQUIRED_SCOPES: readonly (readonly [
  field: string,
  operation: string,
  ...scopes: Scope[],
])[] = [
  ...(['persona', 'avatar', 'tool', 'voice', 'llm'] as const).flatMap(
    (one) =>
      [
        [one, `{ ${one}(id: "x1") { id } }`, `${one}s:read`],
        [`${one}s`, `{ ${one}s { total } }`, `${one}s:read`],
        [`${one}sConnection`, `{ ${one}sConnection { totalCount } }`, `${one}s:read`],
        [deletion(one), `mutation { ${deletion(one)}(id: "x1") { deletedId } }`, `${one}s:write`],
      ] as const,
  ),
  ['viewer', '{ viewer { id } }'],
  // What introspection tells, too.
  ['errorCodes', '{ errorCodes { code } }'],
  ['issueCodes', '{ issueCodes { code } }'],
  ['shareLink', '{ shareLink(id: "s1") { id } }', 'share-links:read'],
  ['shareLinks', '{ shareLinks { total } }', 'share-links:read'],
  ['shareLinksConnection', '{ shareLinksConnection { totalCount } }', 'share-links:read'],
  [
    'createShareLink',
    'mutation { createShareLink(input: { personaId: "p1" }) { token } }',
    'share-links:write',
  ],
  [
    'updateShareLink',
    'mutation { updateShareLink(id: "s1", input: {}) { shareLink { id } } }',
    'share-links:write',
  ],
  ['deleteShareLink', 'mutation { deleteShareLink(id: "s1") { deletedId } }', 'share-links:write'],
  ['meetingInvite', '{ meetingInvite(id: "m1") { id } }', 'meetings:read'],
  ['meetingInvites', '{ meetingInvites { total } }', 'meetings:read'],
  ['meetingInvitesConnection', '{ meetingInvitesConnection { totalCount } }', 'meetings:read'],
  [
    'createMeetingInvite',
    'mutation { createMeetingInvite(input: { meetingUrl: "https://meet.google.com/a", personaId: "p1" }) { meetingInvite { id } } }',
    'meetings:write',
  ],
  [
    'cancelMeetingInvite',
    'mutation { cancelMeetingInvite(id: "m1") { cancelledId } }',
    'meetings:write',
  ],
  ['session', '{ session(id: "s1") { id } }', 'sessions:read'],
  ['sessions', '{ sessions { total } }', 'sessions:read'],
  ['sessionsConnection', '{ sessionsConnection { totalCount } }', 'sessions:read'],
  ['sessionConcurrency', '{ sessionConcurrency { active } }', 'sessions:read'],
  ['sessionStatistics', '{ sessionStatistics { sessionCount } }', 'sessions:read'],
  ['stopSession', 'mutation { stopSession(id: "s1") { stoppedId } }', 'sessions:write'],
  ...(
    [
      ['personas', 'personas:read'],
      ['avatars', 'avatars:read'],
      ['tools', 'tools:read'],
      ['voices', 'voices:read'],
      ['llms', 'llms:read'],
      ['sessions', 'sessions:read'],
      ['shareLinks', 'share-links:read'],
      ['meetingInvites', 'meetings:read'],
      ['knowledgeGroups', 'knowledge:read'],
      ['knowledgeDocuments', 'knowledge:read'],
    ] as const
  ).map(
    ([records, scope]) =>
      [`${records}ByIds`, `{ ${records}ByIds(ids: ["x1"]) { id } }`, scope] as const,
  ),
  [
    'createPersona',
    'mutation { createPersona(input: { name: "Ada" }) { persona { id } } }',
    'personas:write',
  ],
  [
    'updatePersona',
    'mutation { updatePersona(id: "p1", input: { name: "Ada" }) { persona { id } } }',
    'personas:write',
  ],
  [
    'createAvatar',
    'mutation { createAvatar(input: { displayName: "Ada", image: { url: "https://a.example/x.png" } }) { avatar { id } } }',
    'avatars:write',
  ],
  [
    'updateAvatar',
    'mutation { updateAvatar(id: "a1", input: { displayName: "Ada" }) { avatar { id } } }',
    'avatars:write',
  ],
  [
    'createTool',
    'mutation { createTool(input: { name: "x", description: "x", type: CLIENT }) { tool { id } } }',
    'tools:write',
  ],
  [
    'updateTool',
    'mutation { updateTool(id: "t1", input: { name: "x" }) { tool { id } } }',
    'tools:write',
  ],
  [
    'createVoice',
    'mutation { createVoice(input: { displayName: "Ada", audio: { url: "https://a.example/x.mp3" } }) { voice { id } } }',
    'voices:write',
  ],
  [
    'createVoiceUpload',
    'mutation { createVoiceUpload(input: { filename: "x.wav", contentType: "audio/wav", fileSize: 1 }) { audioKey } }',
    'voices:write',
  ],
  [
    'updateVoice',
    'mutation { updateVoice(id: "v1", input: { displayName: "Ada" }) { voice { id } } }',
    'voices:write',
  ],
  [
    'createLlm',
    'mutation ($secret: Secret!) { createLlm(input: { displayName: "x", llmFormat: "openai", urls: [{ url: "https://l.example" }], modelName: "x", secret: $secret }) { llm { id } } }',
    'llms:write',
  ],
  [
    'updateLlm',
    'mutation { updateLlm(id: "l1", input: { displayName: "x" }) { llm { id } } }',
    'llms:write',
  ],
  ['knowledgeGroup', '{ knowledgeGroup(id: "g1") { id } }', 'knowledge:read'],
  ['knowledgeGroups', '{ knowledgeGroups { id } }', 'knowledge:read'],
  ['knowledgeGroupsConnection', '{ knowledgeGroupsConnection { totalCount } }', 'knowledge:read'],
  ['knowledgeDocument', '{ knowledgeDocument(id: "d1") { id } }', 'knowledge:read'],
  [
    'createKnowledgeGroup',
    'mutation { createKnowledgeGroup(input: { name: "x" }) { knowledgeGroup { id } } }',
    'knowledge:write',
  ],
  [
    'updateKnowledgeGroup',
    'mutation { updateKnowledgeGroup(id: "g1", input: {}) { knowledgeGroup { id } } }',
    'knowledge:write',
  ],
  [
    'deleteKnowledgeGroup',
    'mutation { deleteKnowledgeGroup(id: "g1") { deletedId } }',
    'knowledge:write',
  ],
  [
    'uploadKnowledgeDocument',
    'mutation ($file: Upload!) { uploadKnowledgeDocument(input: { groupId: "g1", file: $file }) { knowledgeDocument { id } } }',
    'knowledge:write',
  ],
  [
    'updateKnowledgeDocument',
    'mutation { updateKnowledgeDocument(id: "d1", input: {}) { knowledgeDocument { id } } }',
    'knowledge:write',
  ],
  [
    'deleteKnowledgeDocument',
    'mutation { deleteKnowledgeDocument(id: "d1") { deletedId } }',
    'knowledge:write',
  ],
  [
    'createSessionToken',
    'mutation { createSessionToken(input: { personaConfig: { personaId: "p1" } }) { token { sessionToken } } }',
    'tokens:mint',
  ],
  [
    'createSessionToken',
    'mutation { createSessionToken(input: { personaConfig: { personaId: "p1" }, overrides: { systemPrompt: "x" } }) { token { sessionToken } } }',
    'tokens:mint',
    'personas:read',
    'prompts:read',
  ],
  [
    'createLegacySessionToken',
    'mutation { createLegacySessionToken { token { sessionToken } } }',
    'tokens:mint',
  ],
];
