import { stripTypeScriptTypes } from 'node:module';
import { type Plugin, rolldown } from 'rolldown';
import { compile, compileModule } from 'svelte/compiler';

/** Compiles components and runes for a client, as the Vite plugin of Svelte does. */
const compileSvelte: Plugin = {
  name: 'compile-svelte',
  transform(code, id) {
    const options = { filename: id, generate: 'client' } as const;
    if (id.endsWith('.svelte')) return compile(code, options).js;
    if (id.endsWith('.svelte.js')) return compileModule(code, options).js;
    if (id.endsWith('.svelte.ts')) {
      const { js } = compileModule(stripTypeScriptTypes(code), options);
      return { ...js, moduleType: 'js' };
    }
    return null;
  },
};

/** Bundles a program with Svelte into a file. */
export async function bundleSvelte(input: string, file: string): Promise<void> {
  const bundle = await rolldown({
    input,
    platform: 'node',
    resolve: { conditionNames: ['svelte', 'browser', 'import'] },
    plugins: [compileSvelte],
  });
  await bundle.write({ format: 'esm', file });
  await bundle.close();
}
