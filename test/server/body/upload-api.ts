import { UPLOAD_LIMITS } from '../../../src/server/body/multipart.ts';
import type { ServerOptions } from '../../../src/server/server-options.ts';
import { createSpool } from '../../../src/shared/spool.ts';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { FORM_TYPE, form, map, operations, part } from '../../support/files.ts';
import { POST_GRAPHQL } from '../../support/raw-http.ts';
import { listFiles, tempFolder } from '../../support/resources.ts';
import { type ApiResponse, start } from '../../support/start.ts';

/** Formats the part of a file. */
export const file = (name = '0', content = 'an image'): string => part(name, content, 'a.png');

/** An upload that is valid. */
export const VALID = form(operations(), map(), file());

/** The head of an upload up to its length, and the beginning of its body. */
export const HEAD = `${POST_GRAPHQL}content-type: ${FORM_TYPE['content-type']}\r\n`;
export const BEGINNING = operations() + map() + file().slice(0, -4);

/**
 * Starts the API over an upstream that creates avatars, with these limits of uploads. `files` lists the uploads that are
 * stored on disk, `bodies` the bodies that the upstream received. After `hold`, the upstream does not respond.
 */
export async function startUploadApi(
  upload: Partial<typeof UPLOAD_LIMITS> = {},
  options: Pick<ServerOptions, 'plugins' | 'onFault'> = {},
) {
  const folder = await tempFolder();
  const bodies: Buffer[] = [];
  let isHolding = false;
  const upstream = await fakeService(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray().catch(() => [])));
    if (!isHolding) sendJson(response, 201, { id: `a${bodies.length}` });
  });
  const api = await start({
    upstream,
    ...options,
    spool: createSpool(folder),
    limits: { upload: { ...UPLOAD_LIMITS, ...upload } },
  });
  const files = () => listFiles(folder);
  const send = (body: string, headers = {}): Promise<ApiResponse> =>
    api.send({ body, headers: { ...FORM_TYPE, ...headers } });
  const hold = () => {
    isHolding = true;
  };
  return { ...api, upstream, bodies, files, send, hold };
}
