import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { writeMessages } from './messages.mjs';

type Texts = Record<string, string | Record<string, string>>;

const FOLDER = new URL('../../../protocol/longana_protocol/texts/', import.meta.url);
const LANGUAGES = ['en', 'es'];
/** What the page never says: these texts are the terminal's and the command line's. */
const ELSEWHERE = /^(host|invite|whom|connection|tunnel|verify|replay)\./;

function read(language: string): Texts {
  return JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8'));
}

/**
 * Gives the page the shared catalogue, one chunk a language and the rules in chunks of their own:
 * `virtual:texts/en`, `virtual:rules/en`. Writes the types of its keys and messages.
 */
export function catalogue(): Plugin {
  return {
    name: 'longana-catalogue',
    buildStart() {
      writeMessages();
      for (const language of LANGUAGES)
        this.addWatchFile(fileURLToPath(new URL(`${language}.json`, FOLDER)));
    },
    resolveId: (id) => (/^virtual:(texts|rules)\/(en|es)$/.test(id) ? `\0${id}` : undefined),
    load(id) {
      const found = id.match(/^\0virtual:(texts|rules)\/(en|es)$/);
      if (!found?.[2]) return undefined;
      const isOfRules = (key: string) => /^rules\./.test(key);
      const chosen = Object.entries(read(found[2])).filter(([key]) =>
        found[1] === 'rules' ? isOfRules(key) : !isOfRules(key) && !ELSEWHERE.test(key),
      );
      return `export default ${JSON.stringify(Object.fromEntries(chosen))}`;
    },
  };
}
