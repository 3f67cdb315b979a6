import { UserRound } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { PersonLink, PersonState } from '../person-link.ts';
import '../person-bar.css';

/**
 * Who answers besides the twin, above the field: a person who asks to join, who is there or has left, and how long the
 * visitor may have to wait for one.
 *
 * @param isKept whether the conversation is kept
 */
export function PersonBar({ link, isKept }: { link: PersonLink; isKept: boolean }) {
  const state = useSyncExternalStore(link.store.subscribe, link.store.get);
  const { consultant } = useConfig();
  const words = wordsOf(state, { isKept, firstName: consultant.first_name, email: consultant.contact_email });
  return (
    <div role="status" aria-label={t('person.bar')} className={words ? 'person-bar' : undefined}>
      {words ? (
        <>
          <UserRound aria-hidden className="person-bar-sign" />
          <p className="person-bar-words">
            {words}
            {state.hasFailed ? <span className="text-destructive-text"> {t('person.notSent')}</span> : null}
          </p>
          <Choices link={link} state={state} />
        </>
      ) : null}
    </div>
  );
}

function Choices({ link, state: { view, isBusy } }: { link: PersonLink; state: PersonState }) {
  if (view.state === 'wanted') {
    return (
      <Button variant="outline" size="sm" disabled={isBusy} onClick={() => link.want(false)}>
        {t('person.stopWaiting')}
      </Button>
    );
  }
  if (view.state !== 'asked' || !view.person) return null;
  return (
    <div className="person-bar-choices">
      <Button size="sm" disabled={isBusy} onClick={() => link.answer(true)}>
        {t('person.letJoin', { name: view.person.name })}
      </Button>
      <Button variant="outline" size="sm" disabled={isBusy} onClick={() => link.answer(false)}>
        {t('person.stayWithAi')}
      </Button>
    </div>
  );
}

/** What the bar says; null for nothing. */
function wordsOf(
  { view, reach, isTyping, isPast }: PersonState,
  { isKept, firstName, email }: { isKept: boolean; firstName: string; email: string },
): string | null {
  const { state, reason, person } = view;
  const name = person?.name ?? '';
  const who = person?.role ? t('person.nameAndRole', { name, role: person.role }) : name;
  switch (state) {
    case 'asked':
      return isKept ? t('person.asksKept', { who, name }) : t('person.asksUnkept', { who, name });
    case 'active':
      return isTyping ? t('person.isTyping', { name }) : t('person.isThere', { who });
    case 'wanted':
      return waitingWords(reach, { firstName, email, kept: isKept ? 'yes' : 'no' });
    case 'over':
      if (isPast) return null;
      if (reason === 'handed_back') return t('person.hasLeft', { name });
      if (reason === 'unattended') return t('person.isGone', { name });
      return reason === 'unanswered' ? t('person.nobodyCame') : null;
    case 'none':
      return null;
  }
}

/** What to expect, as far as it is known. */
function waitingWords(reach: PersonState['reach'], values: { firstName: string; email: string; kept: string }): string {
  if (reach?.online) return t('person.waitingOnline', values);
  return reach?.in_hours === false ? t('person.waitingClosed', values) : t('person.waiting', values);
}
