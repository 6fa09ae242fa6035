import type { Readable } from 'node:stream';
import { Busboy, type BusboyConfig } from '@fastify/busboy';
import type { GraphQLParams } from 'graphql-yoga';
import { isJsonObject, type JsonObject } from '../../contract/record.ts';
import type { SpooledFiles } from '../../shared/spool.ts';
import { createMultipartError, createTooLargeError } from './multipart-errors.ts';
import { placeFile, readMap } from './multipart-map.ts';

/** How much a form may hold, and how long it may take to arrive. */
export interface FormLimits {
  /** Bytes of the whole body, and so of any file. */
  readonly bytes: number;
  readonly files: number;
  /** Bytes of `operations`, and of `map`. */
  readonly fieldBytes: number;
  /** Milliseconds between two pieces of the body, and until the last. */
  readonly idle: number;
  readonly timeout: number;
}

const json = (name: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw createMultipartError(`The part ${name} of the form is not JSON.`);
  }
};

/** What a form says, part by part, in the order that the specification of multipart requests has them. */
class Form {
  #operations: JsonObject | undefined;
  #paths: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #files = new Map<string, File | undefined>();

  field(name: string, value: string): void {
    if (name === 'operations' && this.#operations === undefined) {
      const operations = json(name, value);
      if (!isJsonObject(operations))
        throw createMultipartError('The part operations is not one operation.');
      this.#operations = operations;
    } else if (name === 'map' && this.#operations && this.#paths === undefined) {
      this.#paths = readMap(json(name, value));
    } else {
      throw createMultipartError(
        'A form has the parts operations, map and then the files, each once.',
      );
    }
  }

  /** @throws GraphQLError for a file that comes before the map, twice, or is not in the map. */
  expect(name: string): void {
    if (!this.#paths)
      throw createMultipartError('The parts operations and map come before the files.');
    if (!this.#paths.has(name)) throw createMultipartError('A file of the form is not in its map.');
    if (this.#files.has(name)) throw createMultipartError('A file of the form is there twice.');
    this.#files.set(name, undefined);
  }

  keep(name: string, file: File): void {
    this.#files.set(name, file);
  }

  /** The operation with each file in its place. */
  finish(): GraphQLParams {
    const operations = this.#operations;
    if (!operations) throw createMultipartError('The form has no part operations.');
    if (!this.#paths) throw createMultipartError('The form has no part map.');
    for (const [name, paths] of this.#paths) {
      const file = this.#files.get(name);
      if (!file) throw createMultipartError('A file that the map names is not in the form.');
      for (const path of paths) placeFile(operations, path, file);
    }
    return operations;
  }
}

/** Bytes that wait at each step to the disk: Node's own 64 KiB would be a good part of what many uploads at once take. */
const WAITING = 16 * 1024;

const reader = (type: string, limits: BusboyConfig['limits']) => {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits,
      highWaterMark: WAITING,
      fileHwm: WAITING,
    });
  } catch {
    throw createMultipartError('The form names no boundary.');
  }
};

/**
 * Reads a GraphQL multipart request as it arrives: files go to disk as fast as it takes them, and are held nowhere else.
 * On a refusal what is still to come is read and dropped, because a client may look for the answer only after it.
 * @throws GraphQLError with a status from 400 to 499 for anything that is not such a request within the limits.
 */
export function readMultipart(
  body: Readable,
  type: string,
  files: SpooledFiles,
  limits: FormLimits,
): Promise<GraphQLParams> {
  const form = new Form();
  const busboy = reader(type, {
    fieldNameSize: 100,
    fieldSize: limits.fieldBytes,
    // One more than is taken, so that the one too many is seen and told.
    fields: 3,
    files: limits.files + 1,
    parts: limits.files + 3,
    fileSize: limits.bytes,
    headerPairs: 20,
    headerSize: 16_384,
  });
  const { promise, resolve, reject } = Promise.withResolvers<GraphQLParams>();
  const writes: Promise<void>[] = [];
  let size = 0;
  let fileCount = 0;

  const late = () => fail(createMultipartError('The request took too long to arrive.', 408));
  const whole = setTimeout(late, limits.timeout);
  const idle = setTimeout(late, limits.idle);

  const arrived = (piece: Uint8Array) => {
    idle.refresh();
    size += piece.length;
    if (size > limits.bytes) fail(createTooLargeError());
  };
  const cut = () => fail(createMultipartError('The form ends before it is whole.'));
  const stop = () => {
    clearTimeout(whole);
    clearTimeout(idle);
    body.off('data', arrived).off('error', cut).off('close', cut);
  };
  const open = new Set<Readable>();
  const fail = (error: unknown) => {
    stop();
    body.unpipe(busboy).on('error', () => undefined);
    body.resume();
    for (const stream of open) stream.destroy();
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

  busboy.on('field', (name, value, nameTruncated, valueTruncated) =>
    attempt(() => {
      if (nameTruncated) throw createMultipartError('A part of the form has too long a name.');
      if (valueTruncated) throw createMultipartError(`The part ${name} is too long.`, 413);
      form.field(name, value);
    }),
  );
  busboy.on('file', (name, stream, filename, _encoding, mimeType) => {
    stream.on('error', () => undefined);
    attempt(() => {
      fileCount += 1;
      if (fileCount > limits.files) {
        throw createMultipartError(`A form has at most ${limits.files} files.`, 413);
      }
      form.expect(name ?? '');
      open.add(stream);
      const written = files.add(stream).then((blob) => {
        open.delete(stream);
        form.keep(name, new File([blob], filename ?? 'file', { type: mimeType ?? '' }));
      });
      writes.push(written);
      written.catch(fail);
    });
  });
  busboy.on('partsLimit', () => fail(createMultipartError('The form has too many parts.', 413)));
  busboy.on('error', () => fail(createMultipartError('The form is not one that can be read.')));
  busboy.on('finish', () => {
    stop();
    Promise.all(writes).then(
      () => attempt(() => resolve(form.finish())),
      () => undefined,
    );
  });

  body.on('data', arrived).once('error', cut).once('close', cut);
  body.once('end', () => body.off('close', cut));
  body.pipe(busboy);
  return promise;
}
