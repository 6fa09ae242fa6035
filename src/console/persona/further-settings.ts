import type { Setting } from '../shell/display.tsx';
import type { Persona, PersonaDraft } from './persona-draft.ts';

/** Settings that the form does not edit, and that the page shows if they are set. */
const SETTINGS = {
  voiceSpeed: 'Speaking rate',
  voiceGenerationOptions: 'Voice',
  voiceDetectionOptions: 'Speech detection',
  enableAudioPassthrough: 'Audio passthrough',
  widgetConfig: 'Widget',
} as const satisfies { readonly [Name in Exclude<keyof Persona, keyof PersonaDraft>]?: string };

export type FurtherSetting = keyof typeof SETTINGS;

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

/** Returns the settings that are set, as they are shown, with their labels. */
export const listSet = (
  labels: Readonly<Record<string, string>>,
  record: object,
): Readonly<Record<string, Setting>> =>
  Object.fromEntries(
    Object.entries(labels)
      .map(([name, label]) => [name, { label, value: format(Reflect.get(record, name)) }] as const)
      .filter(([, { value }]) => value !== ''),
  );

export const listFurtherSettings = (persona: Persona) => listSet(SETTINGS, persona);
