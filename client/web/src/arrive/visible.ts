/** What there is to see of a name: without what turns text round, or cannot be seen at all. */
export const visible = (name: string): string => name.replace(/\p{C}/gu, '').trim();
