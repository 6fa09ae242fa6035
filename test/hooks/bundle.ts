import { rolldown } from 'rolldown';

/** Bundles a page's script as an app would, and returns its code. */
export async function bundlePage(input: string): Promise<string> {
  const bundle = await rolldown({
    input,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    onLog(level, log, logDefault) {
      // `use client` directives of libraries have no meaning here.
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE') logDefault(level, log);
    },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return output[0].code;
}
