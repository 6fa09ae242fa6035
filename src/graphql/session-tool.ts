import { z } from 'zod';
import { SessionTool } from '../contract/persona-settings.ts';
import { getObject, objectOf } from '../contract/schema-meta.ts';
import { GROUP_IDS } from './errors.ts';
import { createObjectInput } from './fields.ts';

const { documentFolderIds, ...shape } = SessionTool.shape;
const { name, description } = getObject(SessionTool);

const Renamed = objectOf(name, description, { ...shape, [GROUP_IDS]: documentFolderIds });

createObjectInput(Renamed);

/** The tools of one session, which are converted to those of the REST API. */
export const SessionTools = z.array(
  Renamed.transform(({ [GROUP_IDS]: ids, ...tool }) =>
    ids === undefined ? tool : { ...tool, documentFolderIds: ids },
  ),
);
