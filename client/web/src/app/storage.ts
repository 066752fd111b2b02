/** The browser's storage, which may be missing, full or forbidden. */
type Kind = 'localStorage' | 'sessionStorage';

export function load<T>(key: string, otherwise: T, kind: Kind = 'localStorage'): T {
  try {
    const found = window[kind].getItem(key);
    return found === null ? otherwise : (JSON.parse(found) as T);
  } catch {
    return otherwise;
  }
}

/** Gives whether it is kept. */
export function store(key: string, value: unknown, kind: Kind = 'localStorage'): boolean {
  try {
    if (value === null || value === undefined) window[kind].removeItem(key);
    else window[kind].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
