import type { IncomingMessage } from 'node:http';
import { type FakeService, fakeService, sendJson } from '../support/fake-service.ts';

/** The kinds of the catalog, by the paths of their lists. */
const KINDS = ['personas', 'avatars', 'voices', 'tools', 'llms'] as const;
export type Kind = (typeof KINDS)[number];

const IDS = ['1', '2', '3'];

/** An upstream whose records have names that writes change. Personas have the others inside, as they are now. */
export interface CatalogUpstream extends FakeService {
  /** Changes a record as another client of the upstream does. */
  rename(kind: Kind, id: string, name: string): void;
  delete(kind: Kind, id: string): void;
  /** Headers of each response to a read. */
  setHeaders(getHeaders: () => Record<string, string>): void;
  /** Calls before the next response to a read, which has the data from before. */
  setBeforeResponse(act: () => Promise<unknown> | undefined): void;
}

const read = async (request: IncomingMessage) =>
  JSON.parse(Buffer.concat(await request.toArray()).toString() || '{}');

export async function startCatalogUpstream(): Promise<CatalogUpstream> {
  const names = new Map(
    KINDS.flatMap((kind) => IDS.map((id) => [`${kind} ${id}`, `${kind} ${id}`])),
  );
  let getHeaders: () => Record<string, string> = () => ({});
  let act: () => Promise<unknown> | undefined = () => undefined;
  const show = (kind: Kind, id: string): object | undefined => {
    const name = names.get(`${kind} ${id}`);
    if (name === undefined) return undefined;
    if (kind === 'personas')
      return {
        id,
        name,
        llmId: '1',
        avatar: show('avatars', '1'),
        voice: show('voices', '1'),
        tools: [show('tools', '1')].filter(Boolean),
      };
    return kind === 'tools' ? { id, name } : { id, displayName: name };
  };
  const upstream = await fakeService(async (request, response) => {
    const { method = '', url = '' } = request;
    const body = await read(request);
    const { pathname } = new URL(url, 'http://upstream');
    const [, , kind = 'tools', id] = pathname.split('/') as [string, string, Kind, string?];
    const key = `${kind} ${id}`;
    if (method === 'PUT' && names.has(key)) names.set(key, body.name ?? body.displayName);
    if (method === 'POST') names.set(`${kind} 4`, body.name ?? body.displayName);
    if (method === 'DELETE') names.delete(key);
    const all = [...names.keys()].filter((name) => name.startsWith(`${kind} `));
    const data = all.map((name) => show(kind, name.split(' ')[1] ?? ''));
    const found =
      method === 'DELETE'
        ? {}
        : id
          ? show(kind, id)
          : method === 'POST'
            ? show(kind, '4')
            : { data, meta: {} };
    if (method === 'GET') {
      const before = act;
      act = () => undefined;
      await before();
    }
    const headers = method === 'GET' ? getHeaders() : {};
    sendJson(response, found ? 200 : 404, found ?? { error: 'Not found' }, headers);
  });
  return {
    ...upstream,
    rename: (kind, id, name) => void names.set(`${kind} ${id}`, name),
    delete: (kind, id) => void names.delete(`${kind} ${id}`),
    setHeaders: (next) => {
      getHeaders = next;
    },
    setBeforeResponse: (next) => {
      act = next;
    },
  };
}
