import { z } from 'zod';
import { pageNumber, perPage } from '../contract/page.ts';
import type { PersonaPage as PageRecord, Persona as PersonaRecord } from '../contract/persona.ts';
import { PersonasQuery } from '../contract/persona.ts';
import { builder } from './builder.ts';
import { listComplexity } from './complexity.ts';
import { nullsAsOmitted, readDescriptions } from './input.ts';
import { primeLoaders } from './loaders.ts';
import { Persona } from './persona.ts';

const asked = readDescriptions(PersonasQuery.shape);

/** Personas that a page or a stretch of the list has where nobody says how many. */
export const DEFAULT_SIZE = 20;

interface PageModel {
  readonly items: readonly PersonaRecord[];
  readonly total: number | null;
  readonly page: number;
  readonly perPage: number;
  readonly lastPage: number | null;
  readonly next: number | null;
  readonly previous: number | null;
}

/** Fills in what an upstream leaves out of a page's numbers, as far as the rest tells it. */
function pageModel(
  { data, meta }: PageRecord,
  asked: { page: number; perPage: number },
): PageModel {
  const page = meta.currentPage ?? asked.page;
  const size = meta.perPage ?? asked.perPage;
  const total = meta.total ?? null;
  const lastPage = meta.lastPage ?? (total === null ? null : Math.max(1, Math.ceil(total / size)));
  const next = meta.next ?? (lastPage !== null && page < lastPage ? page + 1 : null);
  const previous = meta.prev ?? (page > 1 ? page - 1 : null);
  return { items: data, total, page, perPage: size, lastPage, next, previous };
}

const PersonaPage = builder.objectRef<PageModel>('PersonaPage').implement({
  description: 'One page of the list of personas.',
  fields: (t) => ({
    items: t.expose('items', {
      type: [Persona],
      nullable: false,
      description: 'The personas of this page; empty after the last page.',
    }),
    total: t.exposeInt('total', {
      description: 'Total number of personas; null if the upstream does not return it.',
    }),
    page: t.exposeInt('page', {
      nullable: false,
      description: 'Number of this page, starting at 1.',
    }),
    perPage: t.exposeInt('perPage', {
      nullable: false,
      description: 'Maximum number of personas per page.',
    }),
    lastPage: t.exposeInt('lastPage', { description: 'Number of the last page.' }),
    next: t.exposeInt('next', { description: 'Number of the next page; null on the last page.' }),
    previous: t.exposeInt('previous', {
      description: 'Number of the previous page; null on the first page.',
    }),
  }),
});

builder.queryField('personas', (t) =>
  t.field({
    type: PersonaPage,
    nullable: false,
    description: 'Returns a page of personas.',
    args: {
      page: t.arg.int({ defaultValue: 1, description: asked('page') }),
      perPage: t.arg.int({ defaultValue: DEFAULT_SIZE, description: asked('perPage') }),
      name: t.arg.string({ description: asked('search') }),
    },
    validate: {
      schema: nullsAsOmitted(
        z.object({
          page: pageNumber.default(1),
          perPage: perPage.default(DEFAULT_SIZE),
          name: z.string().optional(),
        }),
      ),
    },
    scopes: ['personas:read'],
    complexity: ({ perPage }) => listComplexity(perPage ?? DEFAULT_SIZE),
    resolve: async (_, args, { rest, loaders }) => {
      const asked = { page: args.page ?? 1, perPage: args.perPage ?? DEFAULT_SIZE };
      const search = args.name ?? undefined;
      const page = await rest.personas({ query: { ...asked, search } });
      primeLoaders(loaders, ...page.data);
      return pageModel(page, asked);
    },
  }),
);
