import { expect, test } from 'vitest';
import { fakeService, reply } from '../support/fake-service.ts';
import { ANSWER } from '../support/openapi.ts';
import { start } from '../support/start.ts';
import { readTable } from '../support/tables.ts';
import { expectData } from './expectations.ts';

/** What is sent under another name or in another form: that all other fields are sent, nulls.test.ts shows. */
const REQUESTS = readTable(`
  CreatePersona | {"input": {"brainType": "OLD"}} | POST /v1/personas | {"llmId": "OLD"}
  CreatePersona | {"input": {"avatarModel": null}} | POST /v1/personas | {"avatarModel": null}
  UpdatePersona | {"id": "p1", "input": {"extra": {"theme": {"position": null}}}} | PUT /v1/personas/p1 | {"theme": {"position": null}}
  CreateAvatar | {"input": {"displayName": "Ada", "image": {"url": "https://a.example/1"}}} | POST /v1/avatars | {"displayName": "Ada", "imageUrl": "https://a.example/1"}
  DeleteAvatar | {"id": "a1"} | DELETE /v1/avatars/a1
  DeleteAvatar | {"id": "a1", "permanently": true} | DELETE /v1/avatars/a1?hard=true
  Personas | {"page": null, "after": null, "search": null} | GET /v1/personas?page=1&perPage=20
  Llms | {"includeBuiltIn": false} | GET /v1/llms?page=1&perPage=20&includeDefaults=false
  Avatars | {"tags": []} | GET /v1/avatars?page=1&perPage=20
  Avatars | {"onlyOneShot": true} | GET /v1/avatars?page=1&perPage=20&onlyOneShot=true
  Avatars | {"first": 5, "tags": ["a b", "c"], "renderStyle": "ANIMATED_3D"} | GET /v1/avatars?page=1&perPage=5&renderStyle=animated_3d&tags=a+b%2Cc
  CreateVoice | {"input": {"displayName": "Ada", "audio": {"url": "https://a.example/1"}}} | POST /v1/voices | {"name": "Ada", "language": "en", "audioUrl": "https://a.example/1"}
  CreateVoice | {"input": {"displayName": "Ada", "audio": {"key": "recordings/1"}}} | POST /v1/voices | {"name": "Ada", "language": "en", "audioKey": "recordings/1"}
  UpdateVoice | {"id": "v1", "input": {"country": "SE"}} | GET /v1/voices/v1, PUT /v1/voices/v1 | {"country": "SE", "displayName": "Lucy"}
  UpdateLlm | {"id": "l1", "input": {"urls": [{"url": "https://a.example", "region": "eu"}]}} | PUT /v1/llms/l1 | {"urls": [{"url": "https://a.example", "region": "eu"}], "url": "https://a.example"}
  UpdateLlm | {"id": "l1", "input": {"modelName": "m"}} | PUT /v1/llms/l1 | {"modelName": "m"}
  MeetingInvites | {"status": "CANCELLED"} | GET /v1/meetings/invites?page=1&perPage=20&status=cancelled
  Sessions | {"first": 2, "search": "kiosk", "personaId": "p1", "apiKeyId": "k1"} | GET /v1/sessions?page=1&perPage=2&search=kiosk&personaId=p1&apiKeyId=k1
  SessionStatistics | {"from": null, "personaId": null, "sessionType": null} | GET /v1/sessions/analytics
  SessionStatistics | {"from": "2026-11-01T00:00:00+01:00", "sessionType": "CUSTOM_LLM_SERVER", "clientLabel": "kiosk"} | GET /v1/sessions/analytics?from=2026-10-31T23%3A00%3A00.000Z&clientLabel=kiosk&sessionType=custom_llm_server
  CreateSessionToken | {"input": {"personaConfig": {"brainType": "OLD"}}} | POST /v1/auth/session-token | {"personaConfig": {"llmId": "OLD"}}
  CreateSessionToken | {"input": {"personaConfig": {"voiceId": "v", "extra": {"mood": "calm", "nothing": null}}, "sessionOptions": {"videoQuality": "AUTO", "extra": {"codec": "av1"}}, "extra": {"region": "eu"}}} | POST /v1/auth/session-token | {"personaConfig": {"voiceId": "v", "mood": "calm", "nothing": null}, "sessionOptions": {"videoQuality": "auto", "codec": "av1"}, "region": "eu"}
`);

const meeting = { meetingUrl: 'https://meet.google.com/abc-defg-hij' };
const tool = { name: 'k', type: 'SERVER', subtype: 'KNOWLEDGE' };
const config = { maxSessionLengthSeconds: 600, metadata: { room: 4, nothing: null } };

test.each([
  ...REQUESTS.map(([operation = '', variables = '', calls = '', body]) => ({
    operation,
    variables: JSON.parse(variables),
    calls: calls.split(', '),
    body: body && JSON.parse(body),
  })),
  {
    operation: 'CreateMeetingInvite',
    variables: {
      input: {
        ...meeting,
        region: 'EU',
        regionPolicy: 'STRICT',
        personaConfig: {
          ...config,
          tools: [{ ...tool, knowledgeGroupIds: ['g1'] }],
          extra: { fillerPhrases: ['Well.'] },
        },
        sessionOptions: { videoQuality: 'HIGH' },
        extra: { notify: true },
      },
    },
    calls: ['POST /v1/meetings/invites'],
    body: {
      ...meeting,
      region: 'eu',
      regionPolicy: 'strict',
      personaConfig: {
        ...config,
        tools: [{ name: 'k', type: 'server', subtype: 'knowledge', documentFolderIds: ['g1'] }],
        fillerPhrases: ['Well.'],
      },
      sessionOptions: { videoQuality: 'high' },
      notify: true,
    },
  },
])('$operation with $variables makes the calls $calls with the body $body', async (each) => {
  const record = { ...ANSWER, displayName: 'Lucy', skipGreeting: false };
  const { bodies, ...upstream } = await fakeService(reply(200, record));
  const { runNamed } = await start({ upstream, extensions: 'all' });
  await expectData(runNamed(each.operation, { variables: each.variables }));
  expect(upstream.calls).toStrictEqual(each.calls);
  expect(bodies).toStrictEqual(each.body ? [each.body] : []);
});
