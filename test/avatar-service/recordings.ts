import { type RunningService, readResponse } from '../support/avatar-service.ts';

/** The path of announcements. */
export const ANNOUNCEMENTS = '/v1/voices/presigned-upload';

/** The announcement of a recording of that size. */
export const createAnnouncement = (fileSize: number, fields: object = {}) => ({
  filename: 'long.wav',
  contentType: 'audio/wav',
  fileSize,
  ...fields,
});

/** Announces a recording, and returns the response with its link. */
export const announce = ({ send }: RunningService, fileSize: number, key?: string) =>
  send(`POST ${ANNOUNCEMENTS}`, createAnnouncement(fileSize), key);

/** Sends a recording to its link. */
export const put = (url: string, body: BodyInit) =>
  readResponse(fetch(url, { method: 'PUT', body }));
