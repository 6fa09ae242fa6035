import { z } from 'zod';
import type { ResourceName } from '../contract/api.ts';
import { findNextPage } from '../contract/page.ts';
import type { Grant } from './grant.ts';
import { isOwnLabel } from './label.ts';
import type { CallRequest, Visibility } from './verdict.ts';

const readText = (record: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(record, name);
  return typeof value === 'string' ? value : undefined;
};

const isListed = ({ personas }: Grant, id: string | undefined) =>
  personas === 'all' || (id !== undefined && personas.has(id));

/** Whether a session exists for a caller: one's own by its label, or, if the role has all, one of a persona that does. */
function isVisibleSession(grant: Grant, session: object): boolean {
  if (grant.sessions === 'all') return isListed(grant, readText(session, 'personaId'));
  if (grant.sessions === 'none') return false;
  return isOwnLabel(grant.sessions, readText(session, 'clientLabel') ?? '');
}

/** How a record shows whether it exists for a caller. Those of other resources do. */
const TESTS: { readonly [Name in ResourceName]?: (grant: Grant, record: object) => boolean } = {
  persona: (grant, record) => isListed(grant, readText(record, 'id')),
  shareLink: (grant, record) => isListed(grant, readText(record, 'personaId')),
  session: isVisibleSession,
};

/** Whether a record that arrives exists for a caller. */
export const isVisible = (grant: Grant, resource: ResourceName, record: object): boolean =>
  TESTS[resource]?.(grant, record) ?? true;

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

const Page = z.looseObject({ data: z.array(z.custom<object>(isObject)), meta: z.looseObject({}) });

/** Returns a response as a page; undefined if it is none. */
export const readPage = (value: unknown): z.output<typeof Page> | undefined =>
  Page.safeParse(value).data;

/** Returns a page without the records that do not exist for the caller, and without totals, which would count them. */
export function showPage(
  page: z.output<typeof Page>,
  { isVisible }: Visibility,
  { query }: CallRequest,
): object {
  const { page: number = 1, perPage = page.data.length } = query ?? {};
  const next = findNextPage(page, { page: Number(number), perPage: Number(perPage) });
  return { data: page.data.filter(isVisible), meta: { next } };
}
