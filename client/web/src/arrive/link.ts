/**
 * What people type or paste to get to a table: a link, a message with a link in it, a return link,
 * or a code in any spelling. Gives what stands after `#` (server/longana_server/codes.py reads it).
 * Null when there is nothing like a code in it.
 */
export function codeIn(text: string): string | null {
  const [, hash] = text.match(/#([\w.%~-]+)/) ?? [];
  const found = hash ?? text.trim();
  const signs = found.split('.')[0]?.replace(/[\s_-]/g, '') ?? '';
  return /^[\p{L}\p{N}]{4,64}$/u.test(signs) ? found : null;
}

/**
 * Whether this page is shown by another program than the browser: a chat app keeps its own storage,
 * and forgets it. Each says so in its own way; Android's say "; wv".
 */
export function isBuiltIn(agent: string): boolean {
  return /FBAN|FBAV|Instagram|Line\/|WhatsApp|Telegram|MicroMessenger|Snapchat|TikTok|musical_ly|Twitter|LinkedInApp|; wv\)/.test(
    agent,
  );
}

export type Reach = 'machine' | 'network' | 'anybody';

/** Who can open a page of this host name, as far as the name tells. */
export function reachOf(host: string): Reach {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost') || /^(127\.|::1$)/.test(name))
    return 'machine';
  const isOfNetwork =
    /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(name) ||
    /^f(e[89ab]|[cd])[0-9a-f]*:/.test(name) ||
    /\.(local|lan|home|internal|home\.arpa)$/.test(name) ||
    !/[.:]/.test(name);
  return isOfNetwork ? 'network' : 'anybody';
}
