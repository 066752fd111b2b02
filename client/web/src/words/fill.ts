/** Fills a text of the catalogue; the same notation as protocol/longana_protocol/catalogue.py. */
export type Fact = string | number | readonly (string | number)[];
export type Facts = Readonly<Record<string, Fact>>;
export type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const PLACEHOLDER = /\{(\w+)(?:#(\w+))?(?::(\w+))?(?:,(\w+))?\}/g;
const MOVE = /^[A-Z] ?(?:pass|(\d+?)-?(\d+?)(?:>?([A-Z]))?)?$/;
const JOINERS = ['and', 'or', 'comma'];

/** Throws for a key that is not there, or a fact the text needs and did not get. */
export function fill(language: string, texts: Texts, key: string, facts: Facts): string {
  const found = texts[key];
  if (found === undefined) throw new Error(`no text ${key} in ${language}`);
  const template = typeof found === 'string' ? found : found[facts.count === 1 ? 'one' : 'other'];
  return (template ?? '').replace(PLACEHOLDER, (_, name, noun, family, joiner) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`text ${key} needs ${name}`);
    if (noun && typeof fact === 'number')
      return fill(language, texts, `count.${noun}`, { count: fact });
    const kinds = [family, joiner];
    const joined = kinds.find((kind) => JOINERS.includes(kind)) ?? 'comma';
    const worded = kinds.find((kind) => kind && !JOINERS.includes(kind));
    const values = typeof fact === 'object' ? fact : [fact];
    return join(
      language,
      texts,
      joined,
      values.map((one) => word(language, texts, worded, `${one}`)),
    );
  });
}

function word(language: string, texts: Texts, family: string | undefined, value: string): string {
  if (!family) return value;
  if (family === 'move') return moveText(language, texts, value);
  const found = texts[`${family}.${value}`];
  return typeof found === 'string' ? found : value;
}

/** A move in words, from its notation in records ("E 3-7>W") or on the wire ("E37W"). */
export function moveText(language: string, texts: Texts, move: string): string {
  const found = move.match(MOVE);
  if (!found) return move;
  const [, low, high, branch] = found;
  if (low === undefined) return fill(language, texts, 'move.pass', {});
  const tile = `${low}-${high}`;
  return branch
    ? fill(language, texts, 'move.play', { tile, branch })
    : fill(language, texts, 'move.opening', { tile });
}

function join(language: string, texts: Texts, joiner: string, words: readonly string[]): string {
  if (joiner === 'comma' || words.length < 2) return words.join(', ');
  const last = words.at(-1) ?? '';
  return `${words.slice(0, -1).join(', ')} ${conjunction(language, texts, joiner, last)} ${last}`;
}

/** Spanish changes "y" before an i sound and "o" before an o sound, "8" (ocho) included. */
function conjunction(language: string, texts: Texts, joiner: string, last: string): string {
  if (language === 'es' && joiner === 'and' && /^h?i(?!e)/i.test(last)) return 'e';
  if (language === 'es' && joiner === 'or' && /^(h?o|8)/i.test(last)) return 'u';
  return fill(language, texts, `list.${joiner}`, {});
}
