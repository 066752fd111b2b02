import type { Said } from '../../protocol/messages';
import { has, t } from '../../words';

/** What somebody said, without their name; a phrase only a newer server knows stays as it is. */
export function words({ text, phrase }: Said): string {
  if (text !== null) return text;
  return phrase !== null && has(`phrase.${phrase}`) ? t(`phrase.${phrase}`) : (phrase ?? '');
}
