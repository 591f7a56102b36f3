import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = fileURLToPath(new URL('../src/', import.meta.url));
/** Those of every page. Others come with the pages that use them. */
const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|zod|use-sync-external-store|@tanstack\/(?!react-virtual|virtual-core)[a-z-]+)\//;
const arena = process.env.ASSAY_URL ?? 'http://127.0.0.1:8788';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // A style that did not come is never asked for again by the loader of pages: the next visit would go without it.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files compress better than fifty small ones, and take fewer requests.
          groups: [
            // By itself, so that it runs before the schemas of the other two.
            { name: 'settings', test: /web\/src\/schema-settings/, priority: 2 },
            { name: 'libraries', test: LIBRARIES, minShareCount: 3, priority: 1 },
            // What is on nearly every page. More would make the first page wait for what only others need.
            { name: 'common', test: /web\/src\/|src\/(json|text)\/|\/wire\//, minShareCount: 6 },
          ],
        },
      },
      treeshake: {
        // Public files of the rooms re-export many modules; a page gets only those it uses. Modules of src do nothing on import.
        moduleSideEffects: (id) => !id.startsWith(SERVER),
      },
    },
  },
  server: { proxy: { '/v1': arena, '/health': arena, '/docs': arena } },
});
