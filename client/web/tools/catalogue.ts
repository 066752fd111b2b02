import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { askedOfAll, covering } from './asked.ts';
import { writeMessages } from './messages.mjs';

type Texts = Record<string, string | Record<string, string>>;

const FOLDER = new URL('../../../protocol/longana_protocol/texts/', import.meta.url);
export const LANGUAGES = ['en', 'es'] as const;
/** What the page never says: these texts are the terminal's and the command line's. */
const ELSEWHERE = /^(host|invite|whom|connection|tunnel|verify|replay)\./;
/** Mostly the terminal's: the page has those it asks for. */
const TERMINALS = /^ui\./;
const RULES = /^rules\./;

/** The texts of the page in one language; those of the rules, or all others. */
export function texts(language: string, kind: 'texts' | 'rules'): Texts {
  const all: Texts = JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8'));
  const chosen = Object.entries(all).filter(([key]) =>
    kind === 'rules' ? RULES.test(key) : !RULES.test(key) && !ELSEWHERE.test(key),
  );
  return Object.fromEntries(chosen);
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
      const [, kind, language] = id.match(/^\0virtual:(texts|rules)\/(en|es)$/) ?? [];
      if (!kind || !language) return undefined;
      const isAsked = covering(askedOfAll());
      const said = Object.entries(texts(language, kind as 'texts' | 'rules')).filter(
        ([key]) => !TERMINALS.test(key) || isAsked(key),
      );
      return `export default ${JSON.stringify(Object.fromEntries(said))}`;
    },
  };
}
