/** What a code of `findCause` or `findConnectionCause` means, as the end of a sentence, and what to do about it. */
const CAUSES: readonly (readonly [code: RegExp, meaning: string, advice?: string])[] = [
  [
    /^PROXY_STATUS_407$/,
    'the proxy requires a valid user name and password',
    'Check HTTP_PROXY and HTTPS_PROXY, or add the host to NO_PROXY.',
  ],
  [
    /^PROXY_STATUS_/,
    'the proxy refused to connect to the host',
    'Check HTTP_PROXY and HTTPS_PROXY, or add the host to NO_PROXY.',
  ],
  [
    /^PROXY_/,
    'the proxy cannot be reached',
    'Check HTTP_PROXY and HTTPS_PROXY, or add the host to NO_PROXY.',
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    'the host name does not resolve',
    'Check the host name in the URL and the name servers of this machine.',
  ],
  [
    /^ECONNREFUSED$/,
    'the connection was refused',
    'Check the port in the URL, and that the service is running.',
  ],
  [
    /^E(HOST|NET)UNREACH$/,
    'there is no route to the host',
    'Check the host in the URL and the firewall.',
  ],
  [/^CONNECT_TIMEOUT$/, 'the connection timed out', 'Check the port in the URL and the firewall.'],
  [
    /ALTNAME/,
    'its certificate is for a different host',
    'Correct the host name in the URL, or the names in the certificate.',
  ],
  [/EXPIRED/, 'its certificate has expired', 'Renew the certificate.'],
  [
    /NOT_YET_VALID/,
    'its certificate is not valid yet',
    'Correct the clock of this machine, or the certificate.',
  ],
  [
    /CERT|SIGNED|ISSUER|VERIFY/,
    'its certificate is not issued by a trusted CA',
    'Set NODE_EXTRA_CA_CERTS to the PEM file of the CA.',
  ],
  [/^ERR_SSL_/, 'it does not speak TLS', 'Check that the port in the URL uses TLS.'],
  [/^(ECONNRESET|UND_ERR_SOCKET)$/, 'the connection was closed'],
  [/^RESPONSE_TOO_LARGE$/, 'the response is too large'],
];

const findEntry = (cause: string) => CAUSES.find(([code]) => code.test(cause));

export const describeCause = (cause: string): string =>
  `${findEntry(cause)?.[1] ?? 'the connection failed'} (${cause})`;

/** Returns what to do; undefined if the code does not tell. */
export const findAdvice = (cause: string): string | undefined => findEntry(cause)?.[2];
