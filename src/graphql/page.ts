import { z } from 'zod';
import { type ResourceName, resources } from '../contract/api.ts';
import {
  findLastPage,
  findNextPage,
  type PageNumbers,
  pageNumber,
  pageQuery,
  perPage,
  type UpstreamPage,
} from '../contract/page.ts';
import { getDescription } from '../contract/schema-meta.ts';
import { builder } from './builder.ts';
import { getListCost } from './field-cost.ts';
import { createArgumentReader, createFilterArguments, type ListOptions } from './list-options.ts';

export const DEFAULT_PAGE_SIZE = 20;

const query = pageQuery('');

const position = z.object({
  page: pageNumber.default(1),
  perPage: perPage.default(DEFAULT_PAGE_SIZE),
});

interface PageModel {
  readonly items: readonly object[];
  readonly total: number | null;
  readonly page: number;
  readonly perPage: number;
  readonly lastPage: number | null;
  readonly nextPage: number | null;
  readonly previousPage: number | null;
}

/** Creates a page. Metadata that the upstream omits is derived from the rest where possible. */
function createPageModel(upstreamPage: UpstreamPage, requested: PageNumbers): PageModel {
  const { data, meta } = upstreamPage;
  const page = meta.currentPage ?? requested.page;
  const perPage = meta.perPage ?? requested.perPage;
  return {
    items: data,
    total: meta.total ?? null,
    page,
    perPage,
    lastPage: findLastPage(meta, perPage),
    nextPage: findNextPage(upstreamPage, requested),
    previousPage: meta.prev ?? (page > 1 ? page - 1 : null),
  };
}

/** Adds the query that returns a resource page by page, such as `personas`, and its type. */
export function addPageField<Name extends ResourceName, Filter extends object>({
  resource,
  type,
  filters,
  fetchPage,
}: ListOptions<Name, Filter>): void {
  const { nouns, collection, feature } = resources[resource];
  const Page = builder.objectRef<PageModel>(`${type.name}Page`).implement({
    description: `One page of the list of ${nouns}.`,
    fields: (t) => ({
      items: t.field({
        type: [type],
        nullable: false,
        description: `The ${nouns} of this page; empty after the last page.`,
        resolve: ({ items }) => items,
      }),
      total: t.exposeInt('total', {
        description: `Total number of ${nouns}; null if the upstream does not return it.`,
      }),
      page: t.exposeInt('page', {
        nullable: false,
        description: 'Number of this page, starting at 1.',
      }),
      perPage: t.exposeInt('perPage', {
        nullable: false,
        description: `Maximum number of ${nouns} per page.`,
      }),
      lastPage: t.exposeInt('lastPage', { description: 'Number of the last page.' }),
      nextPage: t.exposeInt('nextPage', {
        description: 'Number of the next page; null on the last page.',
      }),
      previousPage: t.exposeInt('previousPage', {
        description: 'Number of the previous page; null on the first page.',
      }),
    }),
  });
  const readArguments = createArgumentReader(position, filters);
  builder.queryField(collection, (t) =>
    t.field({
      type: Page,
      description: `Returns a page of ${nouns}.`,
      args: {
        page: t.arg.int({ defaultValue: 1, description: getDescription(query.page) }),
        perPage: t.arg.int({
          defaultValue: DEFAULT_PAGE_SIZE,
          description: getDescription(query.perPage),
        }),
        ...createFilterArguments(t.arg, filters),
      },
      scopes: [`${feature}:read`],
      complexity: ({ perPage }) => getListCost(perPage ?? DEFAULT_PAGE_SIZE),
      resolve: async (_, args, context) => {
        const { position, filter } = readArguments(args);
        return createPageModel(await fetchPage({ ...position, ...filter }, context), position);
      },
    }),
  );
}
