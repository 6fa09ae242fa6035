import { expect } from 'vitest';
import type { RunningService } from '../support/avatar-service.ts';

/** The content of a document. */
export type Content = string | Uint8Array<ArrayBuffer>;

/** Creates a knowledge group, and returns its id. */
export async function createGroup({ send }: RunningService, name = 'Group'): Promise<string> {
  const { status, body } = await send('POST /v1/knowledge/groups', { name });
  expect(status).toBe(201);
  return body.id;
}

/** Uploads a document, and returns the response. */
export function sendDocument(
  { send }: Pick<RunningService, 'send'>,
  group: string,
  name: string,
  content: Content,
  fields: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new File([content], name));
  return send(`POST /v1/knowledge/groups/${group}/documents`, form);
}

/** Uploads a document and waits until it is processed. */
export async function addDocument(
  service: RunningService,
  group: string,
  name: string,
  content: Content,
  fields: Record<string, string> = {},
) {
  const { body } = await sendDocument(service, group, name, content, fields);
  expect(body).toMatchObject({ filename: name, status: 'UPLOADED', knowledgeFolderId: group });
  return waitForDocument(service, body.id);
}

/** Waits until a document is processed, and returns it. */
export async function waitForDocument({ send }: RunningService, id: string) {
  let document: Record<string, unknown> = {};
  await expect
    .poll(async () => {
      document = (await send(`GET /v1/knowledge/documents/${id}`)).body;
      return document.status;
    })
    .toMatch(/^(READY|FAILED)$/);
  return document;
}

/** Searches a knowledge group, and returns the results. */
export async function search(
  { send }: RunningService,
  group: string,
  query: string,
  limit?: number,
) {
  const line = `POST /v1/knowledge/groups/${group}/search`;
  const { status, body } = await send(line, { query, ...(limit !== undefined && { limit }) });
  expect(status).toBe(200);
  const found: Record<string, unknown>[] = body;
  return found;
}
