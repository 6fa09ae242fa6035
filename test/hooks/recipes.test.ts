import { expect, test } from 'vitest';
import { createClient, ViewerDocument } from '../../src/hooks/client-entry.ts';
import { recording } from '../support/files.ts';
import { listen } from '../support/resources.ts';
import { start } from '../support/start.ts';
import { createSignInClient, uploadRecording } from './recipes.ts';

test('a long recording is sent in three steps', async () => {
  const { url } = await start();
  const file = new File([recording()], 'ada.wav', { type: 'audio/wav' });
  const data = await uploadRecording(createClient({ url }), file, 'Ada');
  const sample = await fetch(data.createVoice?.voice.sampleUrl ?? '');
  expect(await sample.bytes()).toStrictEqual(await file.bytes());
});

test('a client asks for a token when a request is rejected, and sends it again', async () => {
  const sent: unknown[] = [];
  const url = await listen(({ headers: { authorization } }, response) => {
    sent.push(authorization);
    const errors = [{ message: 'Invalid token.', extensions: { code: 'UNAUTHENTICATED' } }];
    const isKnown = authorization === 'Bearer t';
    response.end(JSON.stringify(isKnown ? { data: { viewer: null } } : { data: null, errors }));
  });
  const client = createSignInClient(async () => 't', url);
  expect(await client.request(ViewerDocument)).toStrictEqual({ viewer: null });
  expect(sent).toStrictEqual([undefined, 'Bearer t']);
});
