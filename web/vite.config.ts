import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const SERVER = at('../src/');
const arena = process.env.ASSAY_URL ?? 'http://127.0.0.1:8788';

/**
 * Pages and libraries are written for React and checked against its types. Preact runs them with a sixth of the bytes.
 */
const PREACT = [
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
];

export default defineConfig(({ command }) => ({
  root: at('.'),
  plugins: [react()],
  // The development server uses React, for its warnings and for hot replacement of components.
  resolve: { alias: command === 'build' ? PREACT : [] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // All target browsers support module preloading.
    modulePreload: { polyfill: false },
    // If a stylesheet fails to load, the page loader never requests it again, and the next visit would be unstyled.
    cssCodeSplit: false,
    rolldownOptions: {
      // The arena page is an entry too, so that its modules count as part of the first load.
      input: { index: at('index.html'), arena: at('src/pages/arena/arena-page.tsx') },
      output: {
        codeSplitting: {
          // A few files compress better than fifty small ones, and need fewer requests.
          groups: [
            // A separate chunk, so that it runs before the schemas in the others.
            { name: 'settings', test: /web\/src\/schema-settings/, priority: 3 },
            // Libraries of the first load. Others come with the pages that use them.
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 2 },
            // The rest of the first load, except what only the arena page uses.
            { name: 'common', tags: ['$initial'], minShareCount: 2, priority: 1 },
            // Modules that many other pages use.
            { name: 'shared', test: /web\/src\/|src\/(json|text)\/|\/wire\//, minShareCount: 6 },
          ],
        },
      },
      treeshake: {
        // Public files of the rooms re-export many modules; a page gets only those it uses. Modules of src have no side
        // effects on import.
        moduleSideEffects: (id) => !id.startsWith(SERVER),
      },
    },
  },
  server: { proxy: { '/v1': arena, '/health': arena, '/docs': arena } },
}));
