import { ask, type Check, EXTENSIONS, type Extension, PATHS, type Target } from './check.ts';

const isSuccess = (status: number) => status >= 200 && status < 300;

/**
 * Finds out whether a service has an extension, at the endpoint that shows it without changing anything. A list may be
 * 404 while it is empty, and then what a creation without a body is answered tells.
 */
export async function hasExtension(target: Target, extension: Extension): Promise<boolean> {
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

/** The extensions that a service has. */
export async function findExtensions(target: Target): Promise<Extension[]> {
  const found = await Promise.all(EXTENSIONS.map((name) => hasExtension(target, name)));
  return EXTENSIONS.filter((_, index) => found[index]);
}

/**
 * The value to give UPSTREAM_EXTENSIONS before a service: the extensions that it has, but for those of which something
 * that they need was found not to hold.
 */
export function settingFor(found: readonly Extension[], failed: readonly Check[]): string {
  const broken = failed.filter(({ level }) => level === 'EXTENSION');
  const sound = found.filter((name) => !broken.some(({ extension }) => extension === name));
  if (sound.length === EXTENSIONS.length) return 'all';
  return sound.length === 0 ? 'none' : sound.join(',');
}
