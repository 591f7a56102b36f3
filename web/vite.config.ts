import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = fileURLToPath(new URL('../src/', import.meta.url));
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
      treeshake: {
        // Public files of the rooms re-export many modules; a page gets only those it uses. Modules of src do nothing on import.
        moduleSideEffects: (id) => !id.startsWith(SERVER),
      },
    },
  },
  server: { proxy: { '/v1': arena, '/health': arena, '/docs': arena } },
});
