import { z } from 'zod';
import { BadRequest, NotFound } from './errors.ts';

const Uuid = z.guid();

/** Whether a text has the form of this service's ids: a UUID of any version. */
export const isId = (id: string): boolean => Uuid.safeParse(id).success;

/** The refusal where nothing has an id. */
export const notFound = (what: string, id: string): NotFound =>
  new NotFound(`No ${what.replace(/^an? /, '')} has the id ${id}.`);

/**
 * Finds a record by an id of a request.
 * @throws BadRequest at `path` for what is no id; NotFound where nothing has it.
 */
export async function findOrFail<Found>(
  what: string,
  id: string,
  find: (id: string) => Promise<Found | undefined>,
  path: readonly string[] = ['id'],
): Promise<Found> {
  if (!isId(id)) throw BadRequest.at(path, `The id of ${what} must be a UUID.`);
  const found = await find(id.toLowerCase());
  if (found === undefined) throw notFound(what, id);
  return found;
}
