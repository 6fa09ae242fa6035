import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode } from '../../shared/thrown-errors.ts';
import { listKeyFiles } from './key-files.ts';
import type { KeyConfig } from './upstream-keys.ts';

async function* listFiles({ policy, upstream }: KeyConfig): AsyncGenerator<string> {
  if (policy) yield policy.path;
  if (upstream?.apiKeyFile !== undefined) yield upstream.apiKeyFile;
  const tenants = policy?.file.tenants;
  if (!tenants || !('keyFolder' in tenants)) return;
  for await (const name of listKeyFiles(tenants.keyFolder)) yield join(tenants.keyFolder, name);
}

/** Returns a text that changes with the files of a policy and of keys, also behind links, as in a volume of Kubernetes. */
export async function getFileVersions(config: KeyConfig): Promise<string> {
  const versions = createHash('sha256');
  try {
    for await (const path of listFiles(config)) {
      const version = await stat(path, { bigint: true }).then(
        ({ dev, ino, size, mtimeNs, ctimeNs }) => [dev, ino, size, mtimeNs, ctimeNs].join(),
        getErrorCode,
      );
      versions.update(`${path} ${version}\n`);
    }
  } catch (error) {
    versions.update(String(error));
  }
  return versions.digest('base64');
}
