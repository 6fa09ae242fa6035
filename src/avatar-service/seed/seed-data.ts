import avatars from './avatars.json' with { type: 'json' };
import personas from './personas.json' with { type: 'json' };
import sessions from './sessions.json' with { type: 'json' };
import tools from './tools.json' with { type: 'json' };
import voices from './voices.json' with { type: 'json' };

/**
 * The records of a new store, newest first. `picture` of an avatar is a file in pictures/, `sample` of a voice one in
 * samples/. Some personas share an avatar, a voice or a part of the name. The tools are of every type; no persona uses
 * the first one, so that it can be deleted. System tools cannot be changed. `persona` of a session is the persona whose
 * configuration it had; its times are those of a session that started at SESSION_START.
 */
export { avatars, personas, sessions, tools, voices };

/** When the sessions started, in their file. In a store, they started `hoursAgo` hours before it was created. */
export const SESSION_START = '2026-01-01T00:00:00.000Z';

/** The knowledge group of a new store. The tool search_handbook uses it. */
export const handbook = {
  id: '42eb80dc-a7c3-4599-8ff8-330c4d719ec7',
  name: 'Handbook',
  description: 'What everybody at the company can look up.',
};

/** The documents of that group, which are files in documents/. */
export const documents: readonly { id: string; filename: string }[] = [
  { id: '7d0b1d94-13f1-4f3f-9d8e-1c7a1f6f3a01', filename: 'handbook.md' },
  { id: '7d0b1d94-13f1-4f3f-9d8e-1c7a1f6f3a02', filename: 'questions.md' },
];
