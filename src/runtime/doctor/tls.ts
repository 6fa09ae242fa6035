import { isLoopback } from '../../shared/loopback.ts';
import { type CertificateSummary, readRejectedCertificate } from '../../upstream/certificate.ts';
import { type Connected, describeCause, tryConnection } from '../../upstream/reachability.ts';
import type { Config } from '../config/config.ts';
import { getConnectionOptions } from '../config/upstream-proxy.ts';
import type { Check } from './check.ts';
import { type Finding, failed, ok, skipped, warn } from './finding.ts';

/** The upstream, which accepts connections or needs no handshake. */
export interface Target {
  readonly config: Config;
  readonly url: URL;
  /** Undefined for an http upstream. */
  readonly httpVersion: Connected['httpVersion'] | undefined;
}

/** Days before the end of a certificate's validity, from which there is a warning. */
const EXPIRY_NOTICE = 14;

const DAY = 86_400_000;

const RELATIVE_TIME = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const describeValidity = ({ issuer, validTo }: CertificateSummary) => {
  const duration = validTo.getTime() - Date.now();
  const days = Math.trunc(duration / DAY);
  const verb = duration < 0 ? 'expired' : 'expires';
  const expiry = `${verb} ${RELATIVE_TIME.format(days, 'day')}`;
  return { days, text: `Its certificate, issued by ${issuer}, ${expiry}.` };
};

/** A rejected certificate, among the codes of `findConnectionCause`. */
const CERTIFICATE = /CERT|ALTNAME|SIGNED|ISSUER|VERIFY/;

/** What to do about a code of `findConnectionCause`. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^PROXY_/, 'Check HTTP_PROXY and HTTPS_PROXY, or add the host to NO_PROXY.'],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    'Check the host name in UPSTREAM_URL and the name servers of this machine.',
  ],
  [
    /^(ECONNREFUSED|E(HOST|NET)UNREACH|CONNECT_TIMEOUT)$/,
    'Check the port in UPSTREAM_URL, the firewall, and that the upstream is running.',
  ],
  [/ALTNAME/, 'Correct the host name in UPSTREAM_URL, or the names in the certificate.'],
  [/EXPIRED/, 'Renew the certificate of the upstream.'],
  [/NOT_YET_VALID/, 'Correct the clock of this machine, or the certificate.'],
  [CERTIFICATE, 'Set NODE_EXTRA_CA_CERTS to the PEM file of the CA.'],
];

/** Returns what to do about a connection that failed; undefined if its cause does not tell. */
export const findAdvice = (cause: string): string | undefined =>
  ADVICE.find(([pattern]) => pattern.test(cause))?.[1];

const TLS_PORT = 'Check that the port in UPSTREAM_URL uses TLS.';

async function explainFailure(cause: string, url: URL, config: Config, signal: AbortSignal) {
  const message = `No TLS connection to ${url.host}: ${describeCause(cause)} (${cause}).`;
  // The proxy would be bypassed.
  const isReadable = CERTIFICATE.test(cause) && !config.upstream?.proxy;
  const certificate = isReadable ? await readRejectedCertificate(url, signal) : undefined;
  const details = certificate ? ` ${describeValidity(certificate).text}` : '';
  return failed(`${message}${details}`, findAdvice(cause) ?? TLS_PORT);
}

/** Checks the TLS handshake with the upstream, as the API does it: through the proxy, with the same trusted CAs. */
export const tlsCheck: Check<Config, Target> = {
  name: 'tls',
  deadline: 10_000,
  lateAdvice: TLS_PORT,
  run: async (config, signal): Promise<Finding<Target>> => {
    const { upstream } = config;
    if (!upstream) return skipped('UPSTREAM_URL is not set; the built-in avatar service is used.');
    const url = new URL(upstream.url);
    const plain = { config, url, httpVersion: undefined };
    if (url.protocol === 'http:') {
      if (isLoopback(url.hostname)) return skipped('UPSTREAM_URL is http on this machine.', plain);
      const advice = 'Use https, unless you trust the network to the upstream.';
      return warn('UPSTREAM_URL is http: API keys are sent unencrypted.', advice, plain);
    }
    const connected = await tryConnection(url.href, getConnectionOptions(config), signal);
    if (typeof connected === 'string') return explainFailure(connected, url, config, signal);
    const { httpVersion, tls } = connected ?? {};
    if (!tls) return failed('The handshake was aborted.', 'Run doctor again.');
    const { days, text } = describeValidity(tls.certificate);
    const message = `${tls.version}. ${text}`;
    const target = { config, url, httpVersion };
    if (days >= EXPIRY_NOTICE) return ok(message, target);
    return warn(message, 'Renew the certificate of the upstream.', target);
  },
};
