import { readFileSync } from 'node:fs';
import avatars from './avatars.json' with { type: 'json' };
import personas from './personas.json' with { type: 'json' };
import sessions from './sessions.json' with { type: 'json' };
import tools from './tools.json' with { type: 'json' };
import voices from './voices.json' with { type: 'json' };

/**
 * The records of the store that tests start with, newest first: enough for pages, filters and relations. Some personas
 * share an avatar, a voice or a part of the name; no persona uses the first tool. They are the tests' own: the sample data
 * of the product can differ.
 */
export { avatars, personas, sessions, tools, voices };

/** A knowledge group that the tool search_handbook uses. */
export const handbook = {
  id: '42eb80dc-a7c3-4599-8ff8-330c4d719ec7',
  name: 'Handbook',
  description: 'What everybody at the company can look up.',
};

/** The documents of that group, whose texts are beside this file. */
export const documents = [
  { id: '7d0b1d94-13f1-4f3f-9d8e-1c7a1f6f3a01', filename: 'handbook.md' },
  { id: '7d0b1d94-13f1-4f3f-9d8e-1c7a1f6f3a02', filename: 'questions.md' },
] as const;

/** Reads a file of this folder. */
export const readSample = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(name, import.meta.url)));
