import { type FormEvent, useEffect, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { OwnEmailInput } from '../../../ui/labeled-input.tsx';
import type { Desk } from '../desk.ts';

/**
 * For whoever comes without this browser's secret: a link to the desk of their address, by mail.
 *
 * @param isAside below a desk that is open, for what was left elsewhere
 */
export function LinkForm({ desk, isAside = false }: { desk: Desk; isAside?: boolean }) {
  const [mails, setMails] = useState<boolean | null | undefined>(undefined);
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isThere = true;
    void desk.mailsLinks().then((answer) => isThere && setMails(answer));
    return () => {
      isThere = false;
    };
  }, [desk]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'busy' || !email.trim()) return;
    setState('busy');
    const problem = await desk.requestLink(email.trim());
    setFailure(problem);
    setState(problem === null ? 'sent' : 'idle');
  };
  if (mails === undefined) return null;
  return (
    <div className="mt-6 rounded-lg border p-5 sm:p-6">
      <h3 className="text-xl">{t(isAside ? 'desk.linkElsewhere' : 'desk.link')}</h3>
      {mails === false ? (
        <p className="mt-2 max-w-measure">{t('desk.noMail')}</p>
      ) : state === 'sent' ? (
        <p role="status" className="mt-2 max-w-measure">
          {t('desk.linkSent', { email: email.trim() })}
        </p>
      ) : (
        <form onSubmit={(event) => void submit(event)}>
          <p className="mt-2 max-w-measure text-muted-foreground">{t('desk.linkBody')}</p>
          <div className="mt-4 max-w-sm">
            <OwnEmailInput
              label={t('desk.linkEmail')}
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              failure={failure}
            />
          </div>
          <Button type="submit" variant="outline" className="mt-4" aria-disabled={state === 'busy'}>
            {t(state === 'busy' ? 'desk.oneMoment' : 'desk.linkSend')}
          </Button>
        </form>
      )}
    </div>
  );
}
