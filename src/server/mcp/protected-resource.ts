import { Response } from '@whatwg-node/fetch';
import { ALL_SCOPES } from '../../policy/scopes.ts';

/** The authorization servers whose JWTs a server accepts. */
export interface AuthorizationServer {
  /** The identifiers of its issuers, which are URLs. */
  readonly issuers: readonly string[];
  /** URL that clients use for this server, without a slash at the end. Default: the URL of each request. */
  readonly publicUrl?: string | undefined;
}

/** Where clients look for the metadata of /mcp. RFC 9728, section 3.1. */
const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';

const getBase = ({ publicUrl }: AuthorizationServer, { url }: Request) =>
  publicUrl ?? new URL(url).origin;

/** Returns the parameter of `WWW-Authenticate` that leads to the metadata. RFC 9728, section 5.1. */
export const getMetadataParameter = (server: AuthorizationServer, request: Request): string =>
  `resource_metadata="${getBase(server, request)}${METADATA_PATH}"`;

/**
 * Serves the OAuth 2.0 metadata of /mcp, by which clients find the authorization server. RFC 9728, section 2. It is
 * public: no token is required. Returns undefined for other paths.
 */
export const serveMetadata =
  (server: AuthorizationServer | undefined) =>
  (request: Request, path: string): Response | undefined =>
    server && path === METADATA_PATH && request.method === 'GET'
      ? Response.json({
          resource: `${getBase(server, request)}/mcp`,
          resource_name: 'avatar-graphql',
          authorization_servers: server.issuers,
          scopes_supported: ALL_SCOPES,
          bearer_methods_supported: ['header'],
        })
      : undefined;
