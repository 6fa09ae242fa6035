import * as api from '../hooks/index.ts';
import { AUDIO_EXTENSIONS, AUDIO_FORMATS, AUDIO_TYPES, MAX_AUDIO_BYTES } from './constants.ts';
import { FIELDS } from './form-fields.ts';
import { NewPersonaLink } from './shell/display.tsx';
import { createFields } from './shell/fields.ts';
import { DateTime, formatValue } from './shell/format.tsx';
import { PlayButton } from './shell/play-button.tsx';
import { defineResource } from './shell/resource.ts';
import { withFile } from './shell/upload.tsx';

const RECORDING = {
  accept: [...AUDIO_TYPES, ...Object.values(AUDIO_EXTENSIONS).map((extension) => `.${extension}`)],
  formats: AUDIO_FORMATS,
  maxBytes: MAX_AUDIO_BYTES,
  preview: (src: string) => <PlayButton key={src} src={src} name="the recording" />,
};

export const VOICE = defineResource({
  noun: 'voice',
  title: 'Voices',
  path: 'voices',
  lead: 'The voices that your personas speak with.',
  list: api.VoicesDocument,
  byIds: api.VoicesByIdsDocument,
  summarize: ({ id, displayName: name, language, description, sampleUrl }) => ({
    name,
    badge: language,
    description,
    controls: sampleUrl && <PlayButton src={sampleUrl} name={name ?? id} />,
  }),
  create: {
    document: api.CreateVoiceDocument,
    lead: 'Create a voice from a recording of one speaker.',
    fields: createFields(FIELDS.CreateVoiceInput, {
      displayName: { label: 'Name' },
      description: { hint: '' },
      // The service has a default.
      language: { isRequired: false },
      enhance: {
        label: 'Remove noise from the recording, if the service can',
        hint: '',
        initial: true,
      },
      audio: { label: 'Recording', ...withFile(RECORDING) },
    }),
  },
  record: api.VoiceDocument,
  raw: api.VoiceRecordDocument,
  show: ({ id, displayName, description, sampleUrl, isBuiltIn, ...voice }) => ({
    title: displayName,
    lead: description,
    settings: {
      Sample: sampleUrl ? (
        <PlayButton src={sampleUrl} name={displayName ?? 'the sample'} />
      ) : (
        'none'
      ),
      Kind: isBuiltIn ? 'built-in' : 'custom',
      Language: voice.language ?? 'unknown',
      Provider: formatValue(voice.provider),
      Created: <DateTime at={voice.createdAt} />,
    },
    canEdit: !isBuiltIn,
    canDelete: !isBuiltIn,
    warning: 'Personas that use it keep its id.',
    actions: <NewPersonaLink noun="voice" id={id} />,
  }),
  change: {
    document: api.UpdateVoiceDocument,
    fields: createFields(FIELDS.UpdateVoiceInput, {
      displayName: { label: 'Name' },
      description: { hint: '', rows: 3 },
      gender: { hint: '' },
      country: { hint: 'Country code, such as GB.' },
      providerModelId: { label: 'Voice model', isCode: true },
    }),
  },
  remove: api.DeleteVoiceDocument,
});
