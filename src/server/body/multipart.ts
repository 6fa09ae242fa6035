import type { Readable } from 'node:stream';
import { Busboy, type BusboyConfig } from '@fastify/busboy';
import type { GraphQLParams } from 'graphql-yoga';
import { z } from 'zod';
import { MEGABYTE } from '../../contract/file-size.ts';
import { isJsonObject, type JsonObject } from '../../contract/record.ts';
import { ArrivalTimer } from '../../shared/arrival-timer.ts';
import type { SpooledFiles } from '../../shared/spool.ts';
import {
  createBodyTooLargeError,
  createClientError,
  createSlowBodyError,
  parseJson,
} from '../client-errors.ts';

/** Limits of multipart requests. */
export const UPLOAD_LIMITS = {
  files: 4,
  /** Bytes of `operations`, and of `map`. */
  fieldBytes: MEGABYTE,
  /** Milliseconds that a body may be behind its minimum rate, and until its end. */
  idle: 15_000,
  timeout: 120_000,
  /** Maximum concurrent multipart requests. Multiplied by the size of a body, the maximum disk space. */
  maxConcurrentUploads: 64,
};

/** These limits, and the bytes of the whole body, and so of any file. */
export interface UploadLimits extends Readonly<typeof UPLOAD_LIMITS> {
  readonly bytes: number;
}

const createFormError = (message: string) => createClientError('BAD_REQUEST', message);

const createOrderError = () =>
  createFormError(
    'The form must have the parts operations, map and the files, in this order and each once.',
  );

/** Maximum number of paths, for one file and in total. */
const MAX_PATHS = 16;

/** The part `map`: the paths of each file. */
const FileMap = z.record(z.string().max(100), z.array(z.string().max(500)).min(1)).refine((map) => {
  const paths = Object.values(map).flat();
  return paths.length <= MAX_PATHS && new Set(paths).size === paths.length;
});

/** Keys that would reach the prototype. */
const INHERITED = new Set(['__proto__', 'constructor', 'prototype']);

const isContainer = (value: unknown): value is JsonObject | unknown[] =>
  Array.isArray(value) || (isJsonObject(value) && !(value instanceof Blob));

const getOwn = (container: unknown, key: string): unknown =>
  isContainer(container) && Object.hasOwn(container, key) && !INHERITED.has(key)
    ? Reflect.get(container, key)
    : undefined;

/**
 * Sets a file at its path in the operation. The path must be a variable whose value is null.
 * @throws GraphQLError for any other path.
 */
function setFile(operations: JsonObject, path: string, file: File): void {
  const [root, ...keys] = path.split('.');
  const last = keys.pop() ?? '';
  const container = root === 'variables' ? keys.reduce(getOwn, operations.variables) : undefined;
  if (getOwn(container, last) !== null) {
    throw createFormError(
      `The part map contains ${JSON.stringify(path)}, which is not a variable with the value null.`,
    );
  }
  Reflect.set(Object(container), last, file);
}

/** The parts of a GraphQL multipart request, in the order that its specification demands. */
class MultipartRequest {
  #operations: JsonObject | undefined;
  #pathsByFile: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #files = new Map<string, File | undefined>();

  addField(name: string, value: string): void {
    if (name === 'operations' && !this.#operations) {
      const operations = parseJson('The part operations', value);
      if (!isJsonObject(operations))
        throw createFormError('The part operations must be a single operation.');
      this.#operations = operations;
    } else if (name === 'map' && this.#operations && !this.#pathsByFile) {
      const { data } = FileMap.safeParse(parseJson('The part map', value));
      if (!data) {
        throw createFormError(
          `The part map must list the paths of each file, such as {"0":["variables.file"]}, at most ${MAX_PATHS} and each once.`,
        );
      }
      this.#pathsByFile = new Map(Object.entries(data));
    } else throw createOrderError();
  }

  /** @throws GraphQLError if the file comes before the map, twice, or is not in the map. */
  startFile(name: string): void {
    if (!this.#pathsByFile || this.#files.has(name)) throw createOrderError();
    if (!this.#pathsByFile.has(name))
      throw createFormError('The part map does not contain a file of the form.');
    this.#files.set(name, undefined);
  }

  addFile(name: string, file: File): void {
    this.#files.set(name, file);
  }

  /** Returns the operation with all files set at their paths. */
  toParams(): GraphQLParams {
    if (!this.#operations || !this.#pathsByFile) throw createOrderError();
    for (const [name, paths] of this.#pathsByFile) {
      const file = this.#files.get(name);
      if (!file) throw createFormError('A file of the part map is missing.');
      for (const path of paths) setFile(this.#operations, path, file);
    }
    return this.#operations;
  }
}

/**
 * Buffer size of each stream to disk. Node's default of 64 KiB would dominate the memory of many concurrent uploads.
 */
const HIGH_WATER_MARK = 16 * 1024;

const createParser = (type: string, limits: BusboyConfig['limits']) => {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits,
      highWaterMark: HIGH_WATER_MARK,
      fileHwm: HIGH_WATER_MARK,
      // By default, a part with an empty file name is a field.
      isPartAFile: (name) => name !== 'operations' && name !== 'map',
    });
  } catch {
    throw createFormError('The content type has no boundary.');
  }
};

const createTooLargeError = (message: string) => createClientError('PAYLOAD_TOO_LARGE', message);

/**
 * Parses a GraphQL multipart request as it arrives, and streams its files to disk. After an error, the rest of the body
 * is read and discarded, because a client may read the response only after it has sent everything.
 * @throws GraphQLError with a status from 400 to 499 for any invalid request.
 */
export function readMultipart(
  body: Readable,
  type: string,
  files: SpooledFiles,
  limits: UploadLimits,
): Promise<GraphQLParams> {
  const form = new MultipartRequest();
  const busboy = createParser(type, {
    fieldNameSize: 100,
    fieldSize: limits.fieldBytes,
    // One more than allowed, so that the excess is detected and reported.
    fields: 3,
    files: limits.files + 1,
    parts: limits.files + 3,
    fileSize: limits.bytes,
    headerPairs: 20,
    headerSize: 16_384,
  });
  const { promise, resolve, reject } = Promise.withResolvers<GraphQLParams>();
  const writes: Promise<void>[] = [];
  const openFiles = new Set<Readable>();
  let hasFailed = false;
  let size = 0;

  const onTimeout = () => fail(createSlowBodyError());
  const totalTimer = setTimeout(onTimeout, limits.timeout);
  const arrivalTimer = new ArrivalTimer(body, limits.idle, onTimeout);

  const onData = (chunk: Uint8Array) => {
    arrivalTimer.count(chunk.length);
    size += chunk.length;
    if (size > limits.bytes) fail(createBodyTooLargeError(limits.bytes));
  };
  const onEarlyEnd = () => fail(createFormError('The form is incomplete.'));
  const cleanUp = () => {
    clearTimeout(totalTimer);
    arrivalTimer.stop();
    body.off('data', onData).off('error', onEarlyEnd).off('close', onEarlyEnd);
  };
  const fail = (error: unknown) => {
    hasFailed = true;
    cleanUp();
    body.unpipe(busboy).on('error', () => undefined);
    body.resume();
    for (const stream of openFiles) stream.destroy();
    busboy.on('error', () => undefined).destroy();
    reject(error);
  };
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      fail(error);
    }
  };

  busboy.on('field', (name, value, isNameTruncated, isValueTruncated) =>
    attempt(() => {
      if (isNameTruncated) throw createFormError('The name of a part is too long.');
      if (isValueTruncated) {
        const limit = limits.fieldBytes / 1024 ** 2;
        throw createTooLargeError(`The part ${name} is larger than ${limit} MiB.`);
      }
      form.addField(name, value);
    }),
  );
  busboy.on('file', (name, stream, filename, _encoding, mimeType) => {
    stream.on('error', () => undefined);
    // The parser still reports the rest of the bytes that it has. Nothing would remove these files.
    if (hasFailed) return void stream.destroy();
    attempt(() => {
      if (writes.length === limits.files)
        throw createTooLargeError(`The form must not have more than ${limits.files} files.`);
      form.startFile(name ?? '');
      openFiles.add(stream);
      const written = files.add(stream).then((blob) => {
        openFiles.delete(stream);
        form.addFile(name, new File([blob], filename || 'file', { type: mimeType ?? '' }));
      });
      writes.push(written);
      written.catch(fail);
    });
  });
  busboy.on('partsLimit', () => fail(createTooLargeError('The form has too many parts.')));
  busboy.on('error', () => fail(createFormError('The form is not a valid multipart form.')));
  busboy.on('finish', () => {
    cleanUp();
    Promise.all(writes).then(
      () => attempt(() => resolve(form.toParams())),
      () => undefined,
    );
  });

  body.on('data', onData).once('error', onEarlyEnd).once('close', onEarlyEnd);
  body.once('end', () => body.off('close', onEarlyEnd));
  body.pipe(busboy);
  return promise;
}
