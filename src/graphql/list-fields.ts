import type { ResourceName } from '../contract/api.ts';
import { addConnectionField } from './connection.ts';
import type { ListOptions } from './list-options.ts';
import { addPageField } from './page.ts';

/** Adds the queries that list a resource: as pages, such as `personas`, and as a connection, `personasConnection`. */
export function addListFields<Name extends ResourceName, Filter extends object>(
  options: ListOptions<Name, Filter>,
): void {
  const { resource, fetchPage } = options;
  const fetchAndPrime: typeof fetchPage = async (query, context) => {
    const page = await fetchPage(query, context);
    context.loaders.prime(resource, page.data);
    return page;
  };
  addPageField({ ...options, fetchPage: fetchAndPrime });
  addConnectionField({ ...options, fetchPage: fetchAndPrime });
}
