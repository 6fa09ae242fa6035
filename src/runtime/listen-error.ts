import { getErrorCode } from '../shared/thrown-errors.ts';
import type { Config } from './config/config.ts';

/** Explains why the program cannot listen, in a sentence for the operator; undefined for errors of another kind. */
export function explainListenError(
  error: unknown,
  { host, port }: Pick<Config['listener'], 'host' | 'port'>,
): string | undefined {
  const code = getErrorCode(error);
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use. Set PORT to a different port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST ${host} is not an address of this machine.`;
  }
  if (code === 'EACCES' && port < 1024) return `Permission denied for port ${port}.`;
  return undefined;
}
