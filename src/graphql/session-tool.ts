import { z } from 'zod';
import {
  type SESSION_TOOL_SUBTYPES,
  type SESSION_TOOL_TYPES,
  SessionTool,
} from '../contract/persona-settings.ts';
import { getObject, objectOf } from '../contract/schema-meta.ts';
import { builder } from './builder.ts';
import { SESSION_TOOL_NAMES } from './errors.ts';
import { createObjectInput } from './fields.ts';

const SessionToolType = builder.enumType('SessionToolType', {
  description: 'Where a tool of one session runs.',
  values: {
    CLIENT: { value: 'client', description: 'In the client of the session.' },
    SERVER: { value: 'server', description: 'On the server, as its subtype says.' },
    SYSTEM: {
      value: 'system',
      description: 'In the service: an action, such as changing the language.',
    },
  } as const satisfies Record<
    string,
    { value: (typeof SESSION_TOOL_TYPES)[number]; description: string }
  >,
});

const SessionToolSubtype = builder.enumType('SessionToolSubtype', {
  description: 'What a server tool of one session does.',
  values: {
    WEBHOOK: { value: 'webhook', description: 'Calls a URL.' },
    KNOWLEDGE: { value: 'knowledge', description: 'Searches knowledge groups.' },
  } as const satisfies Record<
    string,
    { value: (typeof SESSION_TOOL_SUBTYPES)[number]; description: string }
  >,
});

const { documentFolderIds, ...shape } = SessionTool.shape;
const { name, description } = getObject(SessionTool);

const GROUP_IDS = SESSION_TOOL_NAMES.documentFolderIds;

const Renamed = objectOf(name, description, { ...shape, [GROUP_IDS]: documentFolderIds });

createObjectInput(Renamed, { type: SessionToolType, subtype: SessionToolSubtype });

/** The tools of one session, which are converted to those of the REST API. */
export const SessionTools = z.array(
  Renamed.transform(({ [GROUP_IDS]: ids, ...tool }) =>
    ids === undefined ? tool : { ...tool, documentFolderIds: ids },
  ),
);
