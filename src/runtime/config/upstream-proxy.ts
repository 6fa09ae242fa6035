import { isLoopback } from '../../shared/loopback.ts';
import { Secret } from '../../shared/secret.ts';
import type { ConnectionOptions } from '../../upstream/connection-pool.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import type { ParsedSettings } from './settings.ts';

export interface UpstreamProxy {
  /** Its address. It may contain credentials. */
  readonly url: Secret;
  /** Hosts that bypass it, in the syntax of NO_PROXY. */
  readonly except: string;
}

/** Settings whose lower-case names most programs support too. Lower case takes precedence. */
const PROXY_SETTINGS = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

/** Copies the proxy settings to their upper-case names. */
export function normalizeProxyNames(env: Environment): Environment {
  const entries = PROXY_SETTINGS.map((name) => [name, env[name.toLowerCase()] || env[name]]);
  return { ...env, ...Object.fromEntries(entries) };
}

/**
 * Parses an address such as proxy.example.com:3128, with or without http:// and a path. Returns undefined if it is
 * invalid.
 */
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
 * Returns the proxy for an upstream, or undefined for one on loopback. As with curl, HTTPS_PROXY applies to https
 * addresses and HTTP_PROXY to http ones. The other setting is not validated: it may be meant for other programs.
 * @throws ConfigError if the applicable setting is not an HTTP proxy's address.
 */
export function selectProxy(
  upstreamUrl: string,
  { httpsProxy, httpProxy, noProxy = '' }: Omit<ParsedSettings['upstream'], 'url' | 'apiKey'>,
): UpstreamProxy | undefined {
  const { protocol, hostname } = new URL(upstreamUrl);
  if (isLoopback(hostname)) return undefined;
  const [name, setting] =
    protocol === 'https:' ? ['HTTPS_PROXY', httpsProxy] : ['HTTP_PROXY', httpProxy];
  if (!setting) return undefined;
  const url = parseProxy(setting.reveal());
  if (url === undefined) {
    throw new ConfigError(
      `${name} must be the URL of an HTTP proxy, such as http://proxy.example.com:3128. Percent-encode special characters in the user name and password.`,
    );
  }
  return { url: new Secret(url), except: noProxy };
}

/** Returns the options of connections to the upstream: the proxy, if there is one. */
export const getConnectionOptions = ({
  upstream,
}: {
  readonly upstream: { readonly proxy: UpstreamProxy | undefined } | undefined;
}): ConnectionOptions => ({
  proxy: upstream?.proxy && { url: upstream.proxy.url.reveal(), except: upstream.proxy.except },
});
