import { EXTENSIONS, type Extension, resources } from '../../contract/api.ts';
import { UpstreamError } from '../../upstream/errors.ts';
import type { Check } from './check.ts';
import { failed, ok, warn } from './finding.ts';
import { type Accepted, UPSTREAM_LOG } from './upstream.ts';

/** Whether an upstream has an extension. `unknown` if no GET request can tell. */
type Detection = 'present' | 'missing' | 'unknown';

const isSuccess = (status: number) => status >= 200 && status < 300;

/**
 * Detects an extension of the specification with one GET request: a resource by its id for personas, a list for the
 * others. A list that returns 404 is `unknown`, because some services return 404 for an empty list.
 * The conformance checks, which import nothing of src, detect in the same way; a test compares the two.
 * @param get sends a GET request to a path and returns the status.
 * @param personaId id of any persona; undefined if there is none.
 */
async function detectExtension(
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

const formatSetting = (names: readonly Extension[]) => {
  if (names.length === EXTENSIONS.length) return 'all';
  return names.length === 0 ? 'none' : names.join(',');
};

/** Checks which extensions the upstream has, and compares them with UPSTREAM_EXTENSIONS. */
export const extensionsCheck: Check<Accepted> = {
  name: 'extensions',
  deadline: 30_000,
  lateAdvice: UPSTREAM_LOG,
  run: async ({ probe, personaId, config }, signal) => {
    const get = async (path: string) => (await probe.get(path, signal)).status;
    const results = await Promise.all(
      EXTENSIONS.map((name) => detectExtension(name, get, personaId)),
    ).catch((error: unknown) => {
      if (error instanceof UpstreamError) return undefined;
      throw error;
    });
    if (!results) return failed('The upstream did not respond to all requests.', UPSTREAM_LOG);
    const select = (state: Detection) => EXTENSIONS.filter((_, index) => results[index] === state);
    const [present, missing, unknown] = [select('present'), select('missing'), select('unknown')];
    const configured = config.calls.extensions;
    const unsure =
      unknown.length === 0
        ? ''
        : ` Unknown: ${unknown.join(', ')}, because the list is empty or does not exist.`;
    const message = `The upstream has ${present.join(', ') || 'no extensions'}.${unsure}`;
    const absent = configured.filter((name) => missing.includes(name));
    if (absent.length > 0) {
      return failed(
        `${message} UPSTREAM_EXTENSIONS contains ${absent.join(', ')}, which the upstream does not have.`,
        `Set UPSTREAM_EXTENSIONS=${formatSetting(configured.filter((name) => !absent.includes(name)))}.`,
      );
    }
    const unused = present.filter((name) => !configured.includes(name));
    if (unused.length === 0) return ok(message);
    const all = EXTENSIONS.filter((name) => present.includes(name) || configured.includes(name));
    return warn(
      `${message} UPSTREAM_EXTENSIONS does not contain ${unused.join(', ')}.`,
      `Set UPSTREAM_EXTENSIONS=${formatSetting(all)} to use them.`,
    );
  },
};
