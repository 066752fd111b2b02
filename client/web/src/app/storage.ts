/**
 * The browser's storage, which may be missing, full or forbidden: then things live as long as the
 * page.
 */
export type Kind = 'localStorage' | 'sessionStorage';

const unkept = { localStorage: new Map<string, string>(), sessionStorage: new Map() };

export function load<T>(key: string, otherwise: T, kind: Kind = 'localStorage'): T {
  try {
    const found = unkept[kind].get(key) ?? window[kind].getItem(key);
    return found === null ? otherwise : (JSON.parse(found) as T);
  } catch {
    return otherwise;
  }
}

/** Gives whether it outlives the page. Nothing (null, undefined) takes what was there away. */
export function store(key: string, value: unknown, kind: Kind = 'localStorage'): boolean {
  const isNothing = value === null || value === undefined;
  try {
    if (isNothing) window[kind].removeItem(key);
    else window[kind].setItem(key, JSON.stringify(value));
    unkept[kind].delete(key);
    return true;
  } catch {
    unkept[kind].set(key, JSON.stringify(value ?? null));
    return false;
  }
}
