import { defineConfig } from 'vite';

/**
 * Builds the console into dist/console. `npm run dev:console` serves it from source instead, before an API on port
 * 4000.
 */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    assetsDir: 'console',
    // The page's policy takes no data: and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: {
      onwarn: (warning, warn) => {
        // Libraries that also render on servers say `use client`, which means nothing in a page.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  server: {
    proxy: { '/graphql': 'http://127.0.0.1:4000', '/v1': 'http://127.0.0.1:4000' },
  },
});
