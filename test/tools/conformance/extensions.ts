import { ask, type Check, EXTENSIONS, type Extension, PATHS, type Target } from './check.ts';

const isSuccess = (status: number) => status >= 200 && status < 300;

/**
 * Finds out whether a service has an extension, without changing anything. If the list is 404, which can also mean that
 * it is empty, the status of a creation with an empty body decides.
 */
async function hasExtension(target: Target, extension: Extension): Promise<boolean> {
  if (extension === 'personas') {
    if (target.personaId === undefined) return false;
    return isSuccess((await ask(target, `GET /v1/personas/${target.personaId}`)).status);
  }
  const path = PATHS[extension];
  const { status } = await ask(target, `GET ${path}`);
  if (status !== 404 || extension === 'avatars') return isSuccess(status);
  const created = await ask(target, `POST ${path}`, { json: {} });
  return [400, 413, 415, 422].includes(created.status);
}

/** Finds the extensions of a service. */
export async function findExtensions(target: Target): Promise<Extension[]> {
  const found = await Promise.all(EXTENSIONS.map((name) => hasExtension(target, name)));
  return EXTENSIONS.filter((_, index) => found[index]);
}

/**
 * Returns the value of UPSTREAM_EXTENSIONS for a service: the extensions that it has, without those with a failed
 * EXTENSION check.
 */
export function formatSetting(found: readonly Extension[], failed: readonly Check[]): string {
  const broken = failed.filter(({ level }) => level === 'EXTENSION');
  const working = found.filter((name) => !broken.some(({ extension }) => extension === name));
  if (working.length === EXTENSIONS.length) return 'all';
  return working.length === 0 ? 'none' : working.join(',');
}
