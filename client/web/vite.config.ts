import { defineConfig } from 'vite';
import { buildId } from './tools/build-id.ts';
import { catalogue } from './tools/catalogue.ts';
import { keys } from './tools/keys.ts';

export default defineConfig({
  base: './', // relative addresses: the page works under any path prefix
  plugins: [catalogue(), keys(), buildId()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    outDir: '../../server/longana_server/page/built', // build.py builds beside it, then swaps
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the page's policy allows no data: addresses
    rolldownOptions: {
      checks: { bundlerTimings: false }, // it complains of a slow machine
      output: {
        // Each file is a connection of its own: one for the first screen, not thirty small ones.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'table', test: /src[\\/]app[\\/]screens\.ts$/ }, // and all it imports
          ],
        },
        // The server finds the texts by their name, to send for them before the script asks.
        chunkFileNames: ({ facadeModuleId }) => {
          const made = facadeModuleId?.match(/^\0virtual:(\w+)\/(\w+)$/);
          return `assets/${made ? `${made[1]}-${made[2]}` : '[name]'}-[hash].js`;
        },
      },
    },
  },
  server: { proxy: { '/ws': { target: 'ws://127.0.0.1:8765', ws: true } } },
});
