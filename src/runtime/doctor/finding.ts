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

const PROXY = 'Check HTTP_PROXY and HTTPS_PROXY, or add the host to NO_PROXY.';

/** What a code of `findCause` or `findConnectionCause` means, as the end of a sentence, and what to do about it. */
const CAUSES: readonly (readonly [code: RegExp, meaning: string, advice?: string])[] = [
  [/^PROXY_STATUS_407$/, 'the proxy requires a valid user name and password', PROXY],
  [/^PROXY_STATUS_/, 'the proxy refused to connect to the host', PROXY],
  [/^PROXY_/, 'the proxy cannot be reached', PROXY],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host name does not resolve', 'Check the host name in the URL.'],
  [/^ECONNREFUSED$/, 'the connection was refused', 'Check the port in the URL.'],
  [/^E(HOST|NET)UNREACH$/, 'there is no route to the host', 'Check the host and the firewall.'],
  [/^CONNECT_TIMEOUT$/, 'the connection timed out', 'Check the port in the URL and the firewall.'],
  [/ALTNAME/, 'its certificate is for a different host', 'Correct the host name in the URL.'],
  [/EXPIRED/, 'its certificate has expired', 'Renew the certificate.'],
  [/NOT_YET_VALID/, 'its certificate is not valid yet', 'Correct the clock of this machine.'],
  [
    /CERT|SIGNED|ISSUER|VERIFY/,
    'its certificate is not issued by a trusted CA',
    'Set NODE_EXTRA_CA_CERTS to the PEM file of the CA.',
  ],
  [/^ERR_SSL_/, 'it does not speak TLS', 'Check that the port in the URL uses TLS.'],
  [/^(ECONNRESET|UND_ERR_SOCKET)$/, 'the connection was closed'],
  [/^RESPONSE_TOO_LARGE$/, 'the response is too large'],
];

/** Explains a cause: what it means, as the end of a sentence, and what to do, unless the code does not tell. */
export function explainCause(cause: string): {
  readonly meaning: string;
  readonly advice?: string;
} {
  const [, meaning = 'the connection failed', advice] =
    CAUSES.find(([code]) => code.test(cause)) ?? [];
  return { meaning: `${meaning} (${cause})`, ...(advice && { advice }) };
}

/** Returns a number with its noun: `1 key`, `2 keys`. */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
