import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import { type Spool, SpoolError } from '../shared/spool.ts';
import {
  BadRequest,
  Busy,
  Forbidden,
  HttpStatusError,
  PayloadTooLarge,
  RequestTimeout,
} from './errors.ts';
import { readSlices } from './file-slices.ts';
import type { Services } from './handler-types.ts';
import { findOrFail } from './ids.ts';
import { rejectOtherMethods } from './known-paths.ts';
import { limitSize } from './limit-size.ts';
import { LONG_RECORDING } from './upload-kind.ts';

/** Maximum number of recordings that are received at a time. With their size, this limits the disk space. */
const MAX_CONCURRENT = 16;

/** Maximum number of recordings that wait for their voice. */
const MAX_WAITING = 64;

/** Maximum time between two chunks, in milliseconds. */
const IDLE = 15_000;

/** Time for the upload and the creation of the voice, in milliseconds. The link itself expires after an hour. */
const WAITING_TIME = 7_200_000;

const getSubject = (id: string) => `upload ${id}`;

/** Announces a recording, and returns the path of its link. @throws Busy if too many wait for their voice. */
export async function announceRecording(
  { store, links, now, newId }: Services,
  size: number,
): Promise<{ id: string; path: string }> {
  const id = newId();
  const time = now().getTime();
  const upload = {
    id,
    size,
    now: new Date(time).toISOString(),
    expiresAt: new Date(time + WAITING_TIME).toISOString(),
  };
  if (!(await store.voices.uploads.add(upload, MAX_WAITING)))
    throw new Busy('Too many recordings wait for their voice. Try again later.');
  return { id, path: `/v1/voices/uploads/${id}?${await links.createQuery(getSubject(id))}` };
}

/** Yields a body, without destroying its connection on errors. @throws RequestTimeout if the body stalls. */
async function* readBody(request: IncomingMessage, idle: number) {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  timeout.catch(() => undefined);
  const timer = setTimeout(
    () => reject(new RequestTimeout('The recording took too long to arrive.')),
    idle,
  );
  const chunks = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), timeout]);
      if (done) return;
      timer.refresh();
      yield value;
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Any page may send a recording, because the link is the credential. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'PUT',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};

/** Receives recordings by signed links. Each link works once, and only for a recording of the size announced. */
export function addVoiceUploads(
  app: FastifyInstance,
  { store, reader, links }: Services,
  { spool, idle = IDLE }: { readonly spool: Spool; readonly idle?: number | undefined },
): void {
  const { uploads } = store.voices;
  // One file at a time, so that concurrent uploads do not hold all connections to the database.
  const limit = pLimit(1);
  let open = 0;

  const receive = async (request: IncomingMessage, id: string, size: number) => {
    const files = spool.open();
    open += 1;
    try {
      const createError = () =>
        new PayloadTooLarge(`The recording is larger than the ${size} bytes announced.`);
      const content = limitSize(readBody(request, idle), size, createError);
      const recording = await reader.store(content, 'recording', files, LONG_RECORDING);
      if (recording.size !== size)
        throw new BadRequest(`The recording has ${recording.size} bytes instead of ${size}.`);
      const { type, path } = recording;
      return await limit(() => uploads.receive(id, type, readSlices(path)));
    } catch (error) {
      if (error instanceof HttpStatusError || error instanceof SpoolError) throw error;
      if (request.readableAborted) throw new BadRequest('The recording is incomplete.');
      throw error;
    } finally {
      open -= 1;
      await files.release();
    }
  };

  const url = '/v1/voices/uploads/:id';
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The handler reads the body, after its checks.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('onRequest', async (_, reply) => void reply.headers(CORS));
    scope.options(url, (_, reply) => reply.status(204).send());
    scope.put<{ Params: { id: string } }>(url, async ({ params, query, raw }, reply) => {
      await links.check(getSubject(params.id), query);
      const { size, type } = await findOrFail('a recording', params.id, uploads.find);
      const isReceived = type !== null;
      if (!isReceived && open >= MAX_CONCURRENT)
        throw new Busy('Too many recordings are being received. Try again later.');
      if (isReceived || !(await receive(raw, params.id.toLowerCase(), size)))
        throw new Forbidden('The link was used before. Request a new one.');
      return reply.status(200).send();
    });
  });
  rejectOtherMethods(app, url, ['PUT', 'OPTIONS']);
}
