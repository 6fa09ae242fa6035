import { z } from 'zod';
import { BadRequest, NotFound } from './errors.ts';

const Uuid = z.guid();

/** Whether a string is a valid id of this service: a UUID of any version. */
export const isId = (id: string): boolean => Uuid.safeParse(id).success;

/** Creates the error for an unknown id. `noun` is the resource with its article, for example "an avatar". */
export const createNotFoundError = (noun: string, id: string): NotFound =>
  new NotFound(`No ${noun.replace(/^an? /, '')} has the id ${id}.`);

/**
 * Finds a record by an id of a request.
 * @throws BadRequest at `path` if the id is not a UUID; NotFound if the record does not exist.
 */
export async function findOrFail<Found>(
  noun: string,
  id: string,
  find: (id: string) => Promise<Found | undefined>,
  path: readonly string[] = ['id'],
): Promise<Found> {
  if (!isId(id)) throw BadRequest.at(path, `The id of ${noun} must be a UUID.`);
  const record = await find(id.toLowerCase());
  if (record === undefined) throw createNotFoundError(noun, id);
  return record;
}
