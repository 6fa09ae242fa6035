import { defineConfig } from 'vite';

/**
 * Builds the console into dist/console. `npm run dev --workspace src/console` serves it from source, with an API on port 4000.
 */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    assetsDir: 'console',
    // The page's content security policy allows no data: URLs and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    // One file: every page needs most of it. In kB, before compression.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      onwarn: (warning, warn) => {
        // `use client` directives of libraries have no meaning here.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  server: {
    proxy: { '/graphql': 'http://127.0.0.1:4000', '/v1': 'http://127.0.0.1:4000' },
  },
});
