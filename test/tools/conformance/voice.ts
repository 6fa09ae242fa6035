import assert from 'node:assert/strict';
import { ask, assumed, at, type Check, expectObject, expectRejected } from './check.ts';
import { crudChecks, withCreated } from './crud.ts';
import { recording } from './recordings.ts';

/** Checks of the extension voices. */
export const voiceChecks: readonly Check[] = [
  ...crudChecks({
    extension: 'voices',
    noun: 'a voice',
    creation: (name) => ({ form: { name, audioFile: recording() } }),
    nameField: 'displayName',
    update: { displayName: 'Conformance, renamed' },
  }),
  assumed(
    'voices.extension.no-audio',
    'a file that is not a recording is rejected',
    async (target) => {
      const audioFile = new File(['no sound'], 'voice.wav', { type: 'audio/wav' });
      expectRejected(
        await ask(target, 'POST /v1/voices', { form: { name: 'Conformance', audioFile } }),
      );
    },
  ),
  assumed(
    'voices.extension.createVoiceUpload',
    'a voice is created from a recording uploaded to a presigned URL',
    async (target) => {
      const file = recording();
      const announced = { filename: file.name, contentType: file.type, fileSize: file.size };
      const path = 'POST /v1/voices/presigned-upload';
      const presigned = expectObject(await ask(target, path, { json: announced }));
      const headers = { 'content-type': file.type };
      const url = String(at(presigned, 'uploadUrl'));
      const sent = await fetch(url, { method: 'PUT', headers, body: file });
      assert.ok(sent.ok, `The upload returned ${sent.status}.`);
      const json = { name: 'Conformance', audioKey: at(presigned, 'audioKey') };
      await withCreated(target, '/v1/voices', { json }, async ({ body }) => {
        assert.equal(at(body, 'displayName'), 'Conformance');
      });
    },
  ),
];
