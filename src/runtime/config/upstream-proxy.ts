import { Secret } from '../../shared/secret.ts';
import { ConfigError } from './config-error.ts';
import { isLoopback } from './exposure.ts';
import type { Given } from './settings.ts';

/** The proxy by which the upstream is reached. */
export interface UpstreamProxy {
  /** Its address; a secret, since it may hold a user and password. */
  readonly url: Secret;
  /** Hosts that are reached without it, as NO_PROXY lists them. */
  readonly except: string;
}

/** Settings that most programs know by their lower-case names, too, which win where both are set. */
const NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

/** The environment with the proxies' settings under their upper-case names. */
export function withProxyNames(
  env: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const named = NAMES.map((name) => [name, env[name.toLowerCase()] || env[name]]);
  return { ...env, ...Object.fromEntries(named) };
}

/** An address such as proxy.example.com:3128, with or without http:// and a path, reduced to what it says. */
function parseProxy(text: string): string | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    return undefined;
  }
  url.pathname = '';
  url.search = '';
  url.hash = '';
  return url.href;
}

/**
 * The proxy for the upstream at `upstreamUrl`; none for one on loopback. As with curl, HTTPS_PROXY is for https addresses
 * and HTTP_PROXY for http ones. A setting that does not apply is not looked into: it may be there for other programs.
 * @throws ConfigError where the one that applies is no HTTP proxy's address.
 */
export function proxyFor(upstreamUrl: string, given: Given): UpstreamProxy | undefined {
  const { protocol, hostname } = new URL(upstreamUrl);
  if (isLoopback(hostname)) return undefined;
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const setting = given[name];
  if (!setting) return undefined;
  const url = parseProxy(setting.reveal());
  if (url === undefined) {
    throw new ConfigError(
      `${name} must be the address of an HTTP proxy, such as http://proxy.example.com:3128, with what is special in its user and password percent-encoded.`,
    );
  }
  return { url: new Secret(url), except: given.NO_PROXY ?? '' };
}
