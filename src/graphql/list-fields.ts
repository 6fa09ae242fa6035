import { addConnectionField } from './connection.ts';
import type { ListOptions } from './list-options.ts';
import { addPageField } from './page.ts';

/** Adds the queries that list a resource: as pages, such as `personas`, and as a connection, `personasConnection`. */
export function addListFields<Filter extends object>(options: ListOptions<Filter>): void {
  addPageField(options);
  addConnectionField(options);
}
