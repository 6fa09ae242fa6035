import { z } from 'zod';
import { BadRequest, NotFound } from './errors.ts';

const Uuid = z.guid();

/** Whether a string is a valid id of this service: a UUID of any version. */
export const isId = (id: string): boolean => Uuid.safeParse(id).success;

/**
 * Finds a record by an id of a request. `noun` is the resource with its article, for example "an avatar".
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
  if (record === undefined) throw new NotFound(`No ${noun.replace(/^an? /, '')} has the id ${id}.`);
  return record;
}

/**
 * Deletes a record by an id of a request. `remove` returns false if the record does not exist.
 * @throws BadRequest if the id is not a UUID; NotFound if the record does not exist.
 */
export async function deleteOrFail(
  noun: string,
  id: string,
  remove: (id: string) => Promise<boolean>,
): Promise<void> {
  await findOrFail(noun, id, async (recordId) => (await remove(recordId)) || undefined);
}
