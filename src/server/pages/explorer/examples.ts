import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tabs from './examples/tabs.json' with { type: 'json' };

/** A tab of the explorer. */
export interface Example {
  readonly query: string;
  /** JSON. The ids are those of the bundled avatar service's initial data. */
  readonly variables?: string;
}

/** Reads the explorer's default tabs: operations for each resource, ready to run. */
export function readExamples(): Promise<Example[]> {
  // On first use: a bundle of CommonJS has no `import.meta.url`. Bundlers look for a folder in `new URL`.
  const folder = join(fileURLToPath(import.meta.url), '../examples');
  return Promise.all(
    tabs.map(async ({ document, variables }) => ({
      query: await readFile(join(folder, document), 'utf8'),
      ...(variables && { variables: JSON.stringify(variables, null, 2) }),
    })),
  );
}
