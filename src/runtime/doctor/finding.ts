/** Result of a check. `warning`: it works, but needs attention. */
type Status = 'ok' | 'warning' | 'failed';

/** What a check found. Messages contain no secrets. */
export interface Finding {
  readonly status: Status;
  /** One or more sentences. */
  readonly message: string;
  readonly advice?: string | undefined;
}

export interface NamedFinding extends Finding {
  readonly name: string;
}

export const ok = (message: string): Finding => ({ status: 'ok', message });

export const warn = (message: string, advice: string): Finding => ({
  status: 'warning',
  message,
  advice,
});

export const failed = (message: string, advice: string): Finding => ({
  status: 'failed',
  message,
  advice,
});

/** What to do about a code of `findCause` or `findConnectionCause`. OBSERVE.md has all causes. */
const ADVICE: readonly (readonly [code: RegExp, advice: string])[] = [
  [/^PROXY_/, 'Check HTTP_PROXY and HTTPS_PROXY, or add the host to NO_PROXY.'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'Check the host name in the URL.'],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT)$/,
    'Check the host and the port in the URL, and the firewall.',
  ],
  [/ALTNAME/, 'Its certificate is for a different host: correct the host name in the URL.'],
  [/EXPIRED/, 'Renew its certificate.'],
  [
    /CERT|SIGNED|ISSUER|VERIFY/,
    'Set NODE_EXTRA_CA_CERTS to the PEM file of the CA of its certificate.',
  ],
  [/^ERR_SSL_/, 'Check that the port in the URL uses TLS.'],
];

/** Returns what to do about a cause; undefined if its code does not tell. */
export const adviseOn = (cause: string): string | undefined =>
  ADVICE.find(([code]) => code.test(cause))?.[1];

/** Returns a number with its noun: `1 key`, `2 keys`. */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
