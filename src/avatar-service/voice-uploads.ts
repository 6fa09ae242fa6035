import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ArrivalTimer } from '../shared/arrival-timer.ts';
import { ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import { SpoolError } from '../shared/spool.ts';
import { ignoreBodies } from './endpoints.ts';
import {
  BadRequest,
  Busy,
  Conflict,
  Forbidden,
  HttpStatusError,
  PayloadTooLarge,
  RequestTimeout,
} from './errors.ts';
import { readSlices } from './file-slices.ts';
import { findOrFail } from './ids.ts';
import type { RequestContext, Services } from './service-routes.ts';
import { limitSize } from './uploads/limit-size.ts';
import { LONG_RECORDING } from './uploads/upload-kind.ts';

/**
 * Maximum number of recordings that are received at a time; half of them for one API key. With their size, this limits
 * the disk space.
 */
const MAX_CONCURRENT = 64;

/** Maximum number of recordings that wait for their voice. */
const MAX_WAITING = { perKey: 256, total: 1_024 };

/** Time for the upload and the creation of the voice, in milliseconds. The link itself expires after an hour. */
const WAITING_TIME = 7_200_000;

const getSubject = (id: string) => `upload ${id}`;

/**
 * Announces a recording, and returns the path of its link.
 * @throws PayloadTooLarge if the store has no space for it; Busy if too many wait for their voice.
 */
export async function announceRecording(
  { quota, links, now, newId }: Services,
  { caller, tables }: RequestContext,
  size: number,
): Promise<{ id: string; path: string }> {
  const id = newId();
  const time = now().getTime();
  const { uploads } = tables.voices;
  await uploads.removeExpired(new Date(time).toISOString());
  await quota.check({ bytes: size, documents: 0 });
  const upload = {
    id,
    keyId: caller.id,
    size,
    expiresAt: new Date(time + WAITING_TIME).toISOString(),
  };
  const freeAt = await uploads.add(upload, MAX_WAITING);
  if (freeAt !== undefined) {
    const message =
      'Too many recordings wait for their voice. Create the voices or try again later.';
    const seconds = Math.max(1, Math.ceil((Date.parse(freeAt) - time) / 1_000));
    throw new Busy(message, { headers: { 'retry-after': String(seconds) } });
  }
  return { id, path: `/v1/voices/uploads/${id}?${await links.createQuery(getSubject(id))}` };
}

/** Yields a body, without destroying its connection on errors. @throws RequestTimeout if the body arrives too slowly. */
async function* readBody(request: IncomingMessage, idle: number) {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  timeout.catch(() => undefined);
  const timer = new ArrivalTimer(request, idle, () =>
    reject(new RequestTimeout('The recording took too long to arrive.')),
  );
  const chunks = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), timeout]);
      if (done) return;
      timer.count(value.length);
      yield value;
    }
  } finally {
    timer.stop();
  }
}

const createUsedError = () => new Forbidden('The link has already been used. Request a new one.');

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
  { files, spool, spoolUpload, uploadIdle, quota, links }: Services,
): void {
  const { uploads } = files.voices;
  const limit = new ConcurrencyLimit({ maxActive: MAX_CONCURRENT, maxWaiting: 0 });
  /** Ids of the recordings that are being received. */
  const active = new Set<string>();

  const receive = async (request: IncomingMessage, id: string, size: number) => {
    const spooled = spool.open();
    try {
      const createError = () =>
        new PayloadTooLarge(`The recording is larger than the ${size} bytes announced.`);
      const content = limitSize(readBody(request, uploadIdle), size, createError);
      const recording = await spoolUpload(content, 'recording', spooled, LONG_RECORDING);
      if (recording.size !== size)
        throw new BadRequest(`The recording has ${recording.size} bytes instead of ${size}.`);
      const { type, path } = recording;
      return await quota.add({ bytes: size, documents: 0 }, () =>
        uploads.receive(id, type, readSlices(path)),
      );
    } catch (error) {
      if (error instanceof HttpStatusError || error instanceof SpoolError) throw error;
      if (request.readableAborted) throw new BadRequest('The recording is incomplete.');
      throw error;
    } finally {
      await spooled.release();
    }
  };

  const url = '/v1/voices/uploads/:id';
  app.register(async (scope) => {
    // The handler reads them, after its checks.
    ignoreBodies(scope);
    scope.addHook('onRequest', async (_, reply) => void reply.headers(CORS));
    scope.options(url, (_, reply) => reply.status(204).send());
    scope.put<{ Params: { id: string } }>(url, async ({ params, query, raw }, reply) => {
      await links.check(getSubject(params.id), query);
      const { size, type, keyId } = await findOrFail('a recording', params.id, uploads.find);
      if (type !== null) throw createUsedError();
      await quota.check({ bytes: size, documents: 0 });
      const id = params.id.toLowerCase();
      if (active.has(id))
        throw new Conflict(
          'This link is already receiving a recording. Use it for one upload at a time.',
        );
      if (!limit.tryAcquire(keyId))
        throw new Busy('Too many recordings are being received. Try again later.');
      active.add(id);
      try {
        if (!(await receive(raw, id, size))) throw createUsedError();
      } finally {
        active.delete(id);
        limit.release(keyId);
      }
      return reply.status(200).send();
    });
  });
}
