import { expect } from 'vitest';
import type { RunningService } from './avatar-service.ts';

/** The content of a document. */
export type Content = string | Uint8Array<ArrayBuffer>;

/** Creates a knowledge group, and returns its id. */
export async function createGroup({ askJson }: RunningService, name = 'Group'): Promise<string> {
  const response = await askJson('POST', '/v1/knowledge/groups', { name });
  expect(response.status).toBe(201);
  return (await response.json()).id;
}

/** Uploads a document, and returns the response. */
export function sendDocument(
  { ask }: Pick<RunningService, 'ask'>,
  group: string,
  name: string,
  content: Content,
  fields: Record<string, string> = {},
) {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append('file', new File([content], name));
  return ask(`/v1/knowledge/groups/${group}/documents`, { method: 'POST', body });
}

/** Uploads a document and waits until it is processed. */
export async function addDocument(
  service: RunningService,
  group: string,
  name: string,
  content: Content,
  fields: Record<string, string> = {},
) {
  const response = await sendDocument(service, group, name, content, fields);
  const uploaded = await response.json();
  expect(uploaded).toMatchObject({ filename: name, status: 'UPLOADED', knowledgeFolderId: group });
  return waitForDocument(service, uploaded.id);
}

/** Waits until a document is processed, and returns it. */
export async function waitForDocument({ ask }: RunningService, id: string) {
  let document: Record<string, unknown> = {};
  await expect
    .poll(async () => {
      document = await (await ask(`/v1/knowledge/documents/${id}`)).json();
      return document.status;
    })
    .toMatch(/^(READY|FAILED)$/);
  return document;
}

/** Searches a knowledge group, and returns the results. */
export async function search(
  { askJson }: RunningService,
  group: string,
  query: string,
  limit?: number,
) {
  const path = `/v1/knowledge/groups/${group}/search`;
  const response = await askJson('POST', path, { query, ...(limit !== undefined && { limit }) });
  expect(response.status).toBe(200);
  const found: Record<string, unknown>[] = await response.json();
  return found;
}
