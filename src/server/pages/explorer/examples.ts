import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tabs from './examples/tabs.json' with { type: 'json' };

/** Documents of the tabs. Bundlers look for a folder in `new URL`. */
const FOLDER = join(fileURLToPath(import.meta.url), '../examples');

/** A tab of the explorer. */
export interface Example {
  readonly query: string;
  /** JSON. The ids are those of the bundled avatar service's initial data. */
  readonly variables?: string;
}

/** Reads the explorer's default tabs: operations for each resource, ready to run. */
export const readExamples = (): Promise<Example[]> =>
  Promise.all(
    tabs.map(async ({ document, variables }) => ({
      query: await readFile(join(FOLDER, document), 'utf8'),
      ...(variables && { variables: JSON.stringify(variables, null, 2) }),
    })),
  );
