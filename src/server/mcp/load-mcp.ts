import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { concatAST, type DocumentNode, parse, separateOperations } from 'graphql';
import { getPackagePath } from '../../shared/package-path.ts';
import type { AuthorizationServer } from './protected-resource.ts';
import type { ProtocolOptions } from './protocol.ts';

/** Documents by the name of their operation, each with the fragments that it uses and no others. */
export type Operations = Readonly<Record<string, DocumentNode>>;

/** What a server needs to serve the Model Context Protocol. */
export interface Mcp {
  readonly version: string;
  /** Whose JWTs are accepted. Undefined if clients cannot find out by themselves. */
  readonly authorizationServer: AuthorizationServer | undefined;
  readonly operations: Operations;
  /** Whether tools may return what was said in sessions. */
  readonly hasTranscripts: boolean;
  readonly respond: (
    request: Request,
    message: unknown,
    options: ProtocolOptions,
  ) => Promise<Response>;
}

/**
 * Reads the operations of `schema/operations`.
 * @throws Error if a file cannot be read or has a syntax error.
 */
export async function readOperations(): Promise<Operations> {
  const folder = getPackagePath('schema/operations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.graphql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return separateOperations(concatAST(texts.map((text) => parse(text))));
}

/**
 * Loads the operations and the protocol's library, for the option `mcp` of `createServer`.
 * @param version of the server, for clients.
 * @param authorizationServer whose JWTs are accepted, for clients that obtain them by OAuth. Default: not announced.
 * @param hasTranscripts whether tools may return what was said in sessions. Default: no.
 * @throws Error if the operations cannot be read.
 */
export async function loadMcp(
  version: string,
  authorizationServer?: AuthorizationServer,
  hasTranscripts = false,
): Promise<Mcp> {
  const [operations, { respond }] = await Promise.all([readOperations(), import('./protocol.ts')]);
  return { version, authorizationServer, operations, hasTranscripts, respond };
}
