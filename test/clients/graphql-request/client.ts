import { GraphQLClient } from 'graphql-request';
import { uploadFiles } from './upload.ts';

/** Creates a client that uploads the files in variables. */
export const createClient = (url: string, token: string): GraphQLClient =>
  new GraphQLClient(url, {
    headers: { authorization: `Bearer ${token}` },
    requestMiddleware: uploadFiles,
  });
