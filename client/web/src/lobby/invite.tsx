import { useEffect, useRef, useState } from 'preact/hooks';
import { useSession } from '../app/context';
import { inviteLink, returnLink } from '../app/return';
import { reachOf } from '../arrive/link';
import { Button } from '../ui';
import { t } from '../words';
import { copy } from './copy';
import './invite.css';
import { Qr } from './qr';

/** How friends come in: one large button, the link itself, its picture, and who it works for. */
export function Invite({ code, kind }: { readonly code: string; readonly kind: 'main' | 'plain' }) {
  const session = useSession();
  const link = inviteLink(code);
  const reach = reachOf(new URL(link).hostname);
  const room = session.room.value;
  const isLocked = room?.locked ?? false;
  const isFull = room?.seats.every((one) => one.kind === 'person') ?? false;
  return (
    <section class="invite" aria-label={t('page.sheet.invite')}>
      <Hand
        label={t('page.invite.friends')}
        copied={t('page.invite.copied')}
        link={link}
        title={t('page.invite.message')}
        kind={kind}
      />
      <LinkField label={t('page.invite.link')} link={link} />
      {isFull && (
        <p class="invite-note">
          {room?.watching ? t('page.invite.full') : t('page.invite.full.no_watching')}
        </p>
      )}
      {isLocked && <p class="invite-note invite-loud">{t('page.invite.locked')}</p>}
      {reach === 'machine' && <p class="invite-note invite-loud">{t('page.invite.machine')}</p>}
      {reach === 'network' && <p class="invite-note">{t('page.invite.network')}</p>}
      {reach !== 'machine' && (
        <>
          <Qr text={link} label={t('page.invite.qr')} />
          <p class="invite-note">{t('page.invite.code', { code })}</p>
        </>
      )}
    </section>
  );
}

/** One's own way back. `urgent`: in a program that forgets what a page has stored. */
export function ReturnLink({ urgent }: { readonly urgent?: boolean }) {
  const me = useSession().me.value;
  const link = me && returnLink(me);
  if (!link) return null;
  return (
    <section class={`invite ${urgent ? 'invite-urgent' : ''}`}>
      <p class="invite-note">{urgent ? t('page.invite.keep') : t('page.invite.return')}</p>
      <Hand
        label={t('page.invite.return.copy')}
        copied={t('page.invite.return.copied')}
        link={link}
        title={t('page.invite.return.title')}
      />
    </section>
  );
}

interface HandProps {
  readonly label: string;
  /** Said once it is on the clipboard. */
  readonly copied: string;
  readonly link: string;
  readonly title: string;
  readonly kind?: 'main' | 'plain';
}

/** Hands a link on: to the device's own share sheet where there is one, else to the clipboard. */
function Hand({ label, copied, link, title, kind = 'plain' }: HandProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), 4000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const hand = async () => {
    if (navigator.share) {
      try {
        await navigator.share({ title, url: link });
        return;
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
    }
    setOutcome((await copy(link)) ? 'copied' : 'failed');
  };
  return (
    <>
      <Button kind={kind} wide onClick={() => void hand()}>
        {outcome === 'copied' ? copied : label}
      </Button>
      <span class="unseen" role="status">
        {outcome === 'copied' && copied}
      </span>
      {outcome === 'failed' && <LinkField label={t('page.invite.by_hand')} link={link} selected />}
    </>
  );
}

interface LinkProps {
  readonly label: string;
  readonly link: string;
  readonly selected?: boolean;
}

/** The link to look at, and to copy by hand: all of it is selected when it is touched. */
function LinkField({ label, link, selected }: LinkProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!selected) return;
    field.current?.focus();
    field.current?.select();
  }, [selected]);
  return (
    <label class="invite-field">
      <span class="invite-note">{label}</span>
      <input
        ref={field}
        class="invite-link"
        type="text"
        readOnly
        value={link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </label>
  );
}
