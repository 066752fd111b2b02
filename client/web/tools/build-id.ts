import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/**
 * Tells one build of the page from another: `<meta name="build">` in index.html, and the same in
 * build.txt, which an open page asks for when it comes back to a server that may be newer. Made of
 * the names of all assets, which hold checksums: the same page has the same build.
 */
export function buildId(): Plugin {
  return {
    name: 'longana-build-id',
    apply: 'build',
    generateBundle: {
      order: 'post', // index.html is in the bundle by then
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') this.error('no index.html to write the build into');
        const names = Object.keys(bundle).sort();
        const id = createHash('sha256').update(names.join('\n')).update(page.source);
        const build = id.digest('hex').slice(0, 16);
        page.source = String(page.source).replace(
          '<meta name="build" content="">',
          `<meta name="build" content="${build}">`,
        );
        this.emitFile({ type: 'asset', fileName: 'build.txt', source: `${build}\n` });
      },
    },
  };
}
