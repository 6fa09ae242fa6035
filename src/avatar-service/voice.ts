import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { voiceContract } from '../contract/voice.ts';
import { ArrivalTimer } from '../shared/arrival-timer.ts';
import { ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import { limitSize } from '../shared/limit-size.ts';
import { SpoolError } from '../shared/spool.ts';
import {
  addEndpoints,
  ignoreBodies,
  type RequestContext,
  type ServiceRoutes,
} from './endpoints.ts';
import {
  BadRequest,
  Busy,
  Forbidden,
  HttpStatusError,
  PayloadTooLarge,
  RequestTimeout,
} from './errors.ts';
import { addFileRoutes, getFilePath } from './file-routes.ts';
import type { Services } from './handler-services.ts';
import { createRecordHandlers } from './record-handlers.ts';
import type { StoredRecord } from './store/records.ts';
import { asSpooled, spoolUpload } from './uploads/spooled-upload.ts';
import { LONG_RECORDING, RECORDING } from './uploads/upload-kind.ts';

/**
 * Maximum number of recordings that are received at a time; half of them for one account. With their size, this limits
 * the disk space.
 */
const MAX_CONCURRENT = 64;

/** Time until a recording without a voice is removed, in milliseconds. It is not shorter than the lifetime of its link. */
const WAITING_TIME = 7_200_000;

/** What the link of a recording is for. Nothing else remembers its announcement. */
const Announcement = z.object({ account: z.string(), size: z.number() });

const getSubject = (id: string) => `upload ${id}`;

/**
 * Announces a recording, and returns the path of its link.
 * @throws PayloadTooLarge if the store has no space for it.
 */
async function announceRecording(
  { quota, links, newId }: Services,
  { caller: { account } }: RequestContext,
  size: number,
): Promise<{ id: string; path: string }> {
  const id = newId();
  await quota.check(size);
  const query = await links.createQuery(getSubject(id), { account, size });
  return { id, path: `/v1/voices/uploads/${id}?${query}` };
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
function addVoiceUploads(
  app: FastifyInstance,
  { store, now, spool, uploadIdle, quota, links }: Services,
): void {
  const limit = new ConcurrencyLimit({ maxActive: MAX_CONCURRENT, maxWaiting: 0 });

  const receive = async (request: IncomingMessage, id: string, account: string, size: number) => {
    const spooled = spool.open();
    try {
      const createError = () =>
        new PayloadTooLarge(`The recording is larger than the ${size} bytes announced.`);
      const content = limitSize(readBody(request, uploadIdle), size, createError);
      const recording = await spoolUpload(content, 'recording', spooled, LONG_RECORDING);
      if (recording.size !== size)
        throw new BadRequest(`The recording has ${recording.size} bytes instead of ${size}.`);
      const { uploads } = store.forAccount(account).voices;
      await uploads.removeExpired(now().toISOString());
      const expiresAt = new Date(now().getTime() + WAITING_TIME).toISOString();
      return await quota.add(size, () => uploads.receive({ id, expiresAt }, recording));
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
      const id = params.id.toLowerCase();
      const { account, size } = Announcement.parse(await links.check(getSubject(id), query));
      const { uploads } = store.forAccount(account).voices;
      if (await uploads.find(id)) throw createUsedError();
      await quota.check(size);
      if (!limit.tryAcquire(account))
        throw new Busy('Too many recordings are being received. Try again later.');
      try {
        if (!(await receive(raw, id, account, size))) throw createUsedError();
      } finally {
        limit.release(account);
      }
      return reply.status(200).send();
    });
  });
}

/** Creates the record of a voice. The URL of the sample is added per request, because it depends on the base URL. */
export const createVoiceRecord = (voice: StoredRecord, at: string): StoredRecord => ({
  description: null,
  gender: null,
  country: null,
  displayTags: [],
  isZdr: false,
  createdByOrganizationId: null,
  ...voice,
  createdAt: at,
  updatedAt: at,
});

const NO_SOURCE = { audioFile: undefined, audioUrl: undefined, audioKey: undefined };

/** The routes of voices. Voices are not cloned: the recording is stored as the sample of the voice. */
export const voices: ServiceRoutes = (scopes, services) => {
  const { files, fetcher, quota, now, newId } = services;
  const view = ({ sampleType, ...voice }: StoredRecord, baseUrl: string) => ({
    ...voice,
    sampleUrl: `${baseUrl}${getFilePath('voices', voice.id, 'sample', String(sampleType))}`,
  });
  const { list, get, change, remove } = createRecordHandlers(
    'voice',
    services,
    (voices, { baseUrl }) => voices.map((voice) => view(voice, baseUrl)),
  );
  addEndpoints(scopes, services, voiceContract, {
    voices: list,

    createVoice: async ({ body, baseUrl, files: spooled, caller, tables }) => {
      const { name: displayName, description = null, language } = body;
      const at = now().toISOString();
      const createdByOrganizationId = caller.account;
      const createRecord = (id: string, sampleType: string) =>
        createVoiceRecord(
          { id, displayName, description, language, createdByOrganizationId, sampleType },
          at,
        );
      const { audioFile, audioUrl, audioKey = '' } = { ...NO_SOURCE, ...body };
      const recording = audioFile
        ? asSpooled(audioFile)
        : audioUrl !== undefined && (await fetcher.fetch(audioUrl, spooled, RECORDING));
      if (recording) {
        const voice = createRecord(newId(), recording.type);
        await quota.add(recording.size, () => tables.voices.insert(voice, recording));
        return view(voice, baseUrl);
      }
      const { uploads } = tables.voices;
      const upload = await uploads.find(audioKey);
      const voice = createRecord(audioKey, String(upload?.type));
      if (!upload?.type || !(await uploads.createVoice(voice, at)))
        throw BadRequest.at(['audioKey'], 'No recording was uploaded with this key.');
      return view(voice, baseUrl);
    },

    createVoiceUpload: async ({ body, ...context }) => {
      const { id, path } = await announceRecording(services, context, body.fileSize);
      return { uploadUrl: `${context.baseUrl}${path}`, audioKey: id };
    },

    voice: get,
    updateVoice: change,
    deleteVoice: remove,
  });
  addFileRoutes(scopes.app, {
    resource: 'voices',
    name: 'sample',
    noun: 'a voice',
    tables: files.voices,
  });
  addVoiceUploads(scopes.app, services);
};
