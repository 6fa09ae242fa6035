import { api, EXTENSIONS, type Extension } from '../../contract/api.ts';
import type { Endpoint } from '../../contract/resource.ts';
import { UpstreamError } from '../../upstream/errors.ts';
import { callEndpoint, type RestMethods } from '../../upstream/rest-methods.ts';
import { type Finding, failed, ok, warn } from './finding.ts';

/** Whether an upstream has an extension. `unknown` if no GET request can tell. */
type Detection = 'present' | 'missing' | 'unknown';

/**
 * Makes a GET request that only the extension has: a list, or that of a record by its id, if the specification has the list.
 */
function probe(extension: Extension, methods: RestMethods, id: string): Promise<unknown> {
  const endpoints = Object.entries<Endpoint>(api).filter(
    ([, endpoint]) => endpoint.extension === extension,
  );
  const list = endpoints.find(([, { operation, params }]) => operation === 'list' && !params);
  const get = endpoints.find(([, { operation }]) => operation === 'get');
  return list
    ? callEndpoint(methods, list[0], { query: {} })
    : callEndpoint(methods, get?.[0] ?? '', { params: { id } });
}

/**
 * Detects an extension. A list that returns 404 is `unknown`, because some services return 404 for an empty list.
 * The conformance checks, which import nothing of src, detect in the same way; a test compares the two.
 * @throws UpstreamError if the upstream does not respond.
 */
async function detectExtension(
  extension: Extension,
  methods: RestMethods,
  personaId: string | undefined,
): Promise<Detection> {
  if (extension === 'personas' && personaId === undefined) return 'unknown';
  try {
    await probe(extension, methods, personaId ?? '');
    return 'present';
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { kind, status, problem } = error;
    if (problem !== undefined && !problem.startsWith('status ')) return 'present';
    if (extension !== 'personas' && problem?.startsWith('status 404')) return 'unknown';
    if (kind === 'invalid' || status !== undefined) return 'missing';
    throw error;
  }
}

/**
 * Checks which extensions the upstream has, and compares them with UPSTREAM_EXTENSIONS.
 * @param personaId id of any persona; undefined if there is none.
 */
export async function checkExtensions(
  methods: RestMethods,
  personaId: string | undefined,
  configured: readonly Extension[],
): Promise<Finding> {
  const results = await Promise.all(
    EXTENSIONS.map((name) => detectExtension(name, methods, personaId)),
  ).catch((error: unknown) => {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  });
  if (!results) {
    const advice = 'Check the log and the load of the upstream.';
    return failed('The upstream did not respond to all requests.', advice);
  }
  const select = (state: Detection) => EXTENSIONS.filter((_, index) => results[index] === state);
  const [present, missing, unknown] = [select('present'), select('missing'), select('unknown')];
  const unsure =
    unknown.length === 0
      ? ''
      : ` Unknown: ${unknown.join(', ')}, because the list is empty or does not exist.`;
  const message = `The upstream has ${present.join(', ') || 'no extensions'}.${unsure}`;
  const absent = configured.filter((name) => missing.includes(name));
  const unused = present.filter((name) => !configured.includes(name));
  const right = EXTENSIONS.filter(
    (name) => present.includes(name) || (configured.includes(name) && !absent.includes(name)),
  );
  const advice = `Set UPSTREAM_EXTENSIONS=${right.join(',') || 'none'}.`;
  if (absent.length > 0) {
    const names = absent.join(', ');
    return failed(`${message} UPSTREAM_EXTENSIONS has ${names}, which the upstream lacks.`, advice);
  }
  if (unused.length === 0) return ok(message);
  return warn(`${message} UPSTREAM_EXTENSIONS lacks ${unused.join(', ')}.`, advice);
}
