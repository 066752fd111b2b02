// Apart from vite.config.ts, which must do without what only developers have.
import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import vite from './vite.config.ts';

export default mergeConfig(
  vite,
  defineConfig({
    test: { environment: 'happy-dom', include: ['{src,tools}/**/*.test.{ts,tsx}'] },
  }),
);
