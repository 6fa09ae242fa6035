import { type Extension, resources } from '../contract/api.ts';

/** Whether an upstream has an extension. `unknown` if no GET request can tell. */
export type Detection = 'present' | 'missing' | 'unknown';

const isSuccess = (status: number) => status >= 200 && status < 300;

/**
 * Detects an extension of the specification with one GET request: a resource by its id for personas, a list for the
 * others. A list that returns 404 is `unknown`, because some services return 404 for an empty list.
 * The conformance checks, which import nothing of src, detect in the same way; a test compares the two.
 * @param get sends a GET request to a path and returns the status.
 * @param personaId id of any persona; undefined if there is none.
 */
export async function detectExtension(
  extension: Extension,
  get: (path: string) => Promise<number>,
  personaId: string | undefined,
): Promise<Detection> {
  if (extension === 'personas') {
    if (personaId === undefined) return 'unknown';
    const status = await get(`/v1/personas/${encodeURIComponent(personaId)}`);
    return isSuccess(status) ? 'present' : 'missing';
  }
  const resource = Object.values(resources).find(({ feature }) => feature === extension);
  const status = await get(resource?.path ?? '');
  if (isSuccess(status)) return 'present';
  return status === 404 ? 'unknown' : 'missing';
}
