import { type DocumentLimits, documentLimits } from '../../src/server/documents/document-limits.ts';
import { getDefaults } from '../../src/shared/settings/setting.ts';
import { type Api, startApi } from './api.ts';
import { startUpstreamWithResponse, type Upstream } from './upstream.ts';

/** The default limits of documents, except for these. */
export const limitDocuments = (changed: Partial<DocumentLimits>) => ({
  document: { ...getDefaults(documentLimits), ...changed },
});

/** Starts the API with an upstream whose lists are empty, for the running test. */
export async function startWithEmptyLists(
  options: Parameters<typeof startApi>[1] = {},
): Promise<Api & { readonly upstream: Upstream }> {
  const upstream = await startUpstreamWithResponse(200, { id: 'p1', data: [], meta: {} });
  return { ...(await startApi(upstream, options)), upstream };
}
