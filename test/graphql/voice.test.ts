import { expect, test } from 'vitest';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { start } from '../support/start.ts';

const CREATE = `mutation ($input: CreateVoiceInput!) {
  createVoice(input: $input) { voice { id } }
}`;

const bytes = (...hex: string[]) => new Uint8Array(Buffer.from(hex.join(''), 'hex'));

test.each([
  ['audio/wav', bytes('52494646', '00000000', '57415645')],
  ['audio/mpeg', bytes('fffb9000')],
  ['audio/ogg', bytes('4f676753')],
  ['audio/webm', bytes('1a45dfa3')],
  ['audio/mp4', bytes('00000020', '66747970')],
])(
  'a recording with the first bytes of %s is sent as a form, with that type',
  async (type, content) => {
    const sent: string[] = [];
    const upstream = await fakeService(async (request, response) => {
      sent.push(Buffer.concat(await request.toArray()).toString('latin1'));
      sendJson(response, 201, { id: 'v1' });
    });
    const { upload } = await start({ upstream, extensions: 'all' });
    const file = new File([content], 'recording', { type: 'binary/octet-stream' });
    const input = { displayName: 'Ada', audio: { file: null }, enhance: false };
    const { errors } = await upload(CREATE, { input }, { 'input.audio.file': file });
    expect(errors).toBeUndefined();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('name="enhance"\r\n\r\nfalse\r\n');
    expect(sent[0]).toContain(
      `name="audioFile"; filename="recording"\r\nContent-Type: ${type}\r\n`,
    );
  },
);
