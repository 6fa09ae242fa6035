import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { start } from '../support/start.ts';
import { expectData } from './expectations.ts';
import { MINT } from './session-tokens.ts';

const ephemeral = { avatarId: 'a', voiceId: 'v', llmId: 'l' };

const EGRESS = {
  mode: 'daily',
  daily: { roomUrl: 'https://rooms.example/r', token: 'room-token' },
};

test('the token of a session with settings, tools, video size and room contains no secret', async () => {
  const { run } = await start();
  const personaConfig = {
    ...ephemeral,
    initialMessage: 'Hello.',
    uninterruptibleGreeting: true,
    enableAudioPassthrough: true,
    toolIds: ['t1'],
    directorNotes: { customStylePrompt: 'Smile.', expressivity: 0.5 },
    voiceGenerationOptions: { style: 0.2, volume: 1.5, model: 'm' },
    tools: [
      {
        type: 'SERVER',
        subtype: 'WEBHOOK',
        name: 'lookup',
        url: 'https://tools.example/lookup',
        headers: { authorization: 'Bearer of-the-tool', accept: 'text/plain' },
        parameters: { type: 'object', default: null },
      },
      { type: 'SERVER', subtype: 'KNOWLEDGE', name: 'search', knowledgeGroupIds: ['g1'] },
    ],
  };
  const sessionOptions = { videoQuality: 'HIGH', videoWidth: 720, videoHeight: 480 };
  const data = await expectData(
    run(MINT, {
      input: { personaConfig, sessionOptions: { ...sessionOptions, egress: EGRESS } },
    }),
  );
  const [tool] = personaConfig.tools;
  expect(decodeJwt(data.createSessionToken.token.sessionToken)).toMatchObject({
    personaConfig: {
      ...personaConfig,
      tools: [
        {
          ...tool,
          type: 'server',
          subtype: 'webhook',
          headers: { authorization: '[redacted]', accept: 'text/plain' },
        },
        { type: 'server', subtype: 'knowledge', name: 'search', documentFolderIds: ['g1'] },
      ],
    },
    sessionOptions: {
      ...sessionOptions,
      videoQuality: 'high',
      egress: { mode: 'daily', daily: { ...EGRESS.daily, token: '[redacted]' } },
    },
  });
});

test('an error for an invalid variable contains no value next to the token of a room', {
  tags: ['graphql16'],
}, async () => {
  const { run } = await start();
  const wrong = { ...EGRESS, daily: { ...EGRESS.daily, userName: 7, tokn: 'a-token' } };
  const hidden = await run(MINT, {
    input: { personaConfig: ephemeral, sessionOptions: { egress: wrong } },
  });
  expect(hidden.errors?.map(({ message }) => message)).toStrictEqual([
    'Variable "$input" is invalid at "input.sessionOptions.egress.daily.userName".',
    'Variable "$input" is invalid at "input.sessionOptions.egress.daily": Field "tokn" is not defined by type "DailyRoomInput".',
  ]);
  const shown = await run(MINT, { input: { personaConfig: { avatarModal: 'cara-3' } } });
  expect(shown.errors?.[0]?.message).toContain('Did you mean "avatarModel"');
});
