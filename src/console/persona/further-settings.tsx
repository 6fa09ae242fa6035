import { Fragment } from 'react';
import type { Persona, PersonaDraft } from './persona-draft.ts';

/** Settings that the form does not edit, and that the page shows if they are set. */
const SETTINGS = {
  personality: 'Personality',
  voiceSpeed: 'Speaking rate',
  voiceGenerationOptions: 'Voice',
  voiceDetectionOptions: 'Speech detection',
  directorNotes: 'How the avatar acts',
  enableAudioPassthrough: 'Audio passthrough',
  widgetConfig: 'Widget',
} as const satisfies { readonly [Name in Exclude<keyof Persona, keyof PersonaDraft>]?: string };

/** Returns a value as text, with the set fields of an object; empty if nothing is set. */
function format(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return 'yes';
  if (Array.isArray(value)) return value.map(format).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, inner]) => [name, format(inner)] as const)
    .filter(([name, text]) => name !== '__typename' && text !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ');
}

/** The settings as items of a list of descriptions. */
export const FurtherSettings = ({ persona }: { readonly persona: Persona }) =>
  Object.entries(SETTINGS)
    .map(([name, label]) => ({ name, label, text: format(Reflect.get(persona, name)) }))
    .filter(({ text }) => text !== '')
    .map(({ name, label, text }) => (
      <Fragment key={name}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </Fragment>
    ));
