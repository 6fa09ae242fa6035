import { detectExtension } from '../../src/upstream/extension-detection.ts';
import { ask, type Check, type Target } from './check.ts';

/** The resources whose endpoints beyond the specification a service may have. */
export const EXTENSIONS = ['personas', 'avatars', 'tools', 'voices', 'llms'] as const;
export type Extension = (typeof EXTENSIONS)[number];

/**
 * Finds out whether a service has an extension, as the doctor does. Where that does not tell, since a list may be 404
 * while it is empty, what a creation without a body is answered tells.
 */
export async function hasExtension(target: Target, extension: Extension): Promise<boolean> {
  const get = async (path: string) => (await ask(target, `GET ${path}`)).status;
  const detection = await detectExtension(extension, get, target.personaId);
  if (detection !== 'unknown') return detection === 'present';
  // The specification creates these two itself.
  if (extension === 'personas' || extension === 'avatars') return false;
  const created = await ask(target, `POST /v1/${extension}`, { json: {} });
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
