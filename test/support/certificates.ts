import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { onTestFinished } from 'vitest';
import { tempFolder } from './temp-folder.ts';

/** A certificate and its private key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority for a test. */
export interface Authority extends Certificate {
  /** Issues a server certificate; `host` is its only name. */
  issue(host?: string, validity?: { readonly notAfterDate?: Date }): Promise<Certificate>;
  /** Makes this process trust it until the running test has finished. */
  trust(): void;
  /** Writes its certificate to a file, for NODE_EXTRA_CA_CERTS. */
  file(): Promise<string>;
}

const DAY = 86_400_000;

/** Creates an authority whose own certificate is valid around today. */
export async function createAuthority(): Promise<Authority> {
  const own = await generate([{ name: 'commonName', value: `Authority ${randomUUID()}` }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 10 * DAY),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const authority = { cert: own.cert, key: own.private };
  return {
    ...authority,
    issue: async (host = 'localhost', validity = {}) => {
      const issued = await generate([{ name: 'commonName', value: host }], {
        keyType: 'ec',
        algorithm: 'sha256',
        ca: authority,
        notBeforeDate: new Date(Date.now() - 5 * DAY),
        extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
        ...validity,
      });
      return { cert: issued.cert, key: issued.private };
    },
    trust: () => {
      const before = getCACertificates('default');
      setDefaultCACertificates([...before, authority.cert]);
      onTestFinished(() => setDefaultCACertificates(before));
    },
    file: async () => {
      const path = join(await tempFolder(), 'authority.pem');
      await writeFile(path, authority.cert);
      return path;
    },
  };
}

/** Creates a self-signed certificate for localhost. */
export async function createSelfSigned(): Promise<Certificate> {
  const own = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  return { cert: own.cert, key: own.private };
}

/** The end of an expired certificate's validity. */
export const YESTERDAY = new Date(Date.now() - DAY);
