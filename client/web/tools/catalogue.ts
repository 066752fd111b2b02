import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { askedOfAll, covering, firstSources } from './asked.ts';
import { writeMessages } from './messages.mjs';

type Texts = Record<string, string | Record<string, string>>;

const FOLDER = new URL('../../../protocol/longana_protocol/texts/', import.meta.url);
export const LANGUAGES = ['en', 'es'] as const;
/** What the page never says: these texts are the terminal's and the command line's. */
const ELSEWHERE = /^(host|invite|whom|connection|tunnel|verify|replay)\./;
/** Mostly the terminal's: the page has those it asks for. */
const TERMINALS = /^ui\./;
const RULES = /^rules\./;
/** What can come after the first screens, if these do not ask for it. The server names all else. */
const LATER = /^(page|ui)\./;

/** The texts of the page in one language; those of the rules, or all others. */
export function texts(language: string, kind: 'texts' | 'rules'): Texts {
  const all: Texts = JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8'));
  const chosen = Object.entries(all).filter(([key]) =>
    kind === 'rules' ? RULES.test(key) : !RULES.test(key) && !ELSEWHERE.test(key),
  );
  return Object.fromEntries(chosen);
}

/** A part of the page's texts, see src/words: without those that nobody asks for. */
function said(language: string, part: string): Texts {
  if (part === 'rules') return texts(language, 'rules');
  const isAsked = covering(askedOfAll());
  const isFirst = covering(askedOfAll(firstSources()));
  const chosen = Object.entries(texts(language, 'texts')).filter(([key]) => {
    const isLater = LATER.test(key) && !isFirst(key);
    return isLater === (part === 'more') && (!TERMINALS.test(key) || isAsked(key));
  });
  return Object.fromEntries(chosen);
}

/**
 * Gives the page the shared catalogue in parts, each in a chunk of its own for each language:
 * `virtual:texts/en`, `virtual:more/en`, `virtual:rules/en`. Writes the types of its keys and
 * messages.
 */
export function catalogue(): Plugin {
  return {
    name: 'longana-catalogue',
    buildStart() {
      writeMessages();
      for (const language of LANGUAGES)
        this.addWatchFile(fileURLToPath(new URL(`${language}.json`, FOLDER)));
    },
    resolveId: (id) => (/^virtual:(texts|more|rules)\/(en|es)$/.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, part, language] = id.match(/^\0virtual:(texts|more|rules)\/(en|es)$/) ?? [];
      if (!part || !language) return undefined;
      return `export default ${JSON.stringify(said(language, part))}`;
    },
  };
}
