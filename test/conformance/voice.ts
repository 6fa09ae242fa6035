import { ask, type Check, refused } from './check.ts';
import { crudChecks } from './crud.ts';
import { recording } from './recordings.ts';

/** The extension voices: what live services have, and the specification does not show. */
export const voiceChecks: readonly Check[] = [
  ...crudChecks({
    extension: 'voices',
    one: 'a voice',
    creation: (name) => ({ form: { name, audioFile: recording() } }),
    nameField: 'displayName',
    update: { displayName: 'Conformance, renamed' },
  }),
  {
    id: 'voices.extension.no-audio',
    level: 'ASSUMED',
    section: 'Extension voices',
    name: 'a file that is no recording is refused',
    extension: 'voices',
    run: async (target) => {
      const audioFile = new File(['no sound'], 'voice.wav', { type: 'audio/wav' });
      refused(await ask(target, 'POST /v1/voices', { form: { name: 'Conformance', audioFile } }));
    },
  },
];
