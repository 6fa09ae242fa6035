import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { isLoopback } from '../../shared/loopback.ts';
import { type CertificateSummary, readRejectedCertificate } from '../../upstream/certificate.ts';
import { findConnectionCause } from '../../upstream/failure-cause.ts';
import { type Connected, describeCause, tryConnection } from '../../upstream/reachability.ts';
import type { Config } from '../config/config.ts';
import { getConnectionOptions } from '../connection-options.ts';
import type { Check } from './check.ts';
import { type Finding, failed, ok, skipped, warn } from './finding.ts';

/** The upstream, for the checks of its connection. */
export interface Target {
  readonly config: Config;
  readonly url: URL;
}

/** A connection to the upstream that worked. */
export interface ReachableTarget extends Target {
  /** Undefined for an http upstream, which needs no handshake. */
  readonly httpVersion: Connected['httpVersion'] | undefined;
}

/** Days before the end of a certificate's validity, from which there is a warning. */
const EXPIRY_NOTICE = 14;

const DAY = 86_400_000;

const getHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

const getPort = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80);

const NAME_SERVERS = 'Check the host name in UPSTREAM_URL and the name servers of this machine.';

const LISTENER = 'Check the port in UPSTREAM_URL, the firewall, and that the upstream is running.';

const TLS_PORT = 'Check that the port of UPSTREAM_URL speaks TLS.';

const BY_PROXY =
  'A proxy is configured, which resolves the name and connects, unless NO_PROXY exempts the host.';

const failConnection = (what: string, cause: string, advice: string) =>
  failed(`${what}: ${describeCause(cause)} (${cause}).`, advice);

/** Checks that the host name of the upstream resolves. */
export const dnsCheck: Check<Config, Target> = {
  name: 'dns',
  deadline: 5_000,
  lateAdvice: NAME_SERVERS,
  run: async (config): Promise<Finding<Target>> => {
    const { upstream } = config;
    if (!upstream) return skipped('UPSTREAM_URL is not set; the built-in avatar service is used.');
    const url = new URL(upstream.url);
    const target = { config, url };
    const host = getHost(url);
    if (isIP(host)) return skipped(`${host} is an address.`, target);
    if (upstream.proxy) return skipped(BY_PROXY, target);
    try {
      const addresses = await lookup(host, { all: true });
      return ok(`${host} is ${addresses.map(({ address }) => address).join(', ')}.`, target);
    } catch (error) {
      const cause = findConnectionCause(error) ?? 'UNKNOWN';
      return failConnection(`${host} cannot be resolved`, cause, NAME_SERVERS);
    }
  },
};

/** Checks that the port of the upstream accepts connections. */
export const tcpCheck: Check<Target, Target> = {
  name: 'tcp',
  deadline: 5_000,
  lateAdvice: LISTENER,
  run: async (target, signal): Promise<Finding<Target>> => {
    if (target.config.upstream?.proxy) return skipped(BY_PROXY, target);
    const [host, port] = [getHost(target.url), getPort(target.url)];
    const start = performance.now();
    const socket = connect({ host, port });
    try {
      await once(socket, 'connect', { signal });
      const duration = Math.ceil(performance.now() - start);
      return ok(`Connected to ${socket.remoteAddress} port ${port} in ${duration} ms.`, target);
    } catch (error) {
      const cause = findConnectionCause(error) ?? 'UNKNOWN';
      return failConnection(`No connection to ${host} port ${port}`, cause, LISTENER);
    } finally {
      socket.destroy();
    }
  },
};

const RELATIVE_TIME = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const describeValidity = ({ issuer, validTo }: CertificateSummary) => {
  const duration = validTo.getTime() - Date.now();
  const days = Math.trunc(duration / DAY);
  const verb = duration < 0 ? 'expired' : 'expires';
  const expiry = `${verb} ${RELATIVE_TIME.format(days, 'day')}`;
  return { days, text: `Its certificate, issued by ${issuer}, ${expiry}.` };
};

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^PROXY_/, 'Check HTTPS_PROXY, or add the host to NO_PROXY.'],
  [/ALTNAME/, 'Correct the host name in UPSTREAM_URL, or the names in the certificate.'],
  [/EXPIRED/, 'Renew the certificate of the upstream.'],
  [/NOT_YET_VALID/, 'Correct the clock of this machine, or the certificate.'],
  [/SELF_SIGNED|ISSUER_CERT|VERIFY_LEAF/, 'Set NODE_EXTRA_CA_CERTS to the PEM file of the CA.'],
  [/./, TLS_PORT],
];

async function explainFailure(cause: string, { url, config }: Target, signal: AbortSignal) {
  const [, advice = ''] = ADVICE.find(([pattern]) => pattern.test(cause)) ?? [];
  const finding = failConnection(`No TLS connection to ${url.host}`, cause, advice);
  // The proxy would be bypassed.
  if (config.upstream?.proxy) return finding;
  const certificate = await readRejectedCertificate(url, signal);
  if (!certificate) return finding;
  return failed(`${finding.message} ${describeValidity(certificate).text}`, advice);
}

/** Checks the TLS handshake with the upstream, as the API does it: through the proxy, with the same trusted CAs. */
export const tlsCheck: Check<Target, ReachableTarget> = {
  name: 'tls',
  deadline: 10_000,
  lateAdvice: TLS_PORT,
  run: async (target, signal): Promise<Finding<ReachableTarget>> => {
    const { url, config } = target;
    const plain = { ...target, httpVersion: undefined };
    if (url.protocol === 'http:') {
      if (isLoopback(getHost(url))) return skipped('UPSTREAM_URL is http on this machine.', plain);
      const advice = 'Use https, unless the network between them is trusted.';
      return warn('UPSTREAM_URL is http: API keys are sent unencrypted.', advice, plain);
    }
    const connected = await tryConnection(url.href, getConnectionOptions(config), signal);
    if (typeof connected === 'string') return explainFailure(connected, target, signal);
    const { httpVersion, tls } = connected ?? {};
    if (!tls) return failed('The handshake was aborted.', 'Run doctor again.');
    const { days, text } = describeValidity(tls.certificate);
    const message = `${tls.version}. ${text}`;
    const reachable = { ...target, httpVersion };
    if (days >= EXPIRY_NOTICE) return ok(message, reachable);
    return warn(message, 'Renew the certificate of the upstream.', reachable);
  },
};
