import { type FormEvent, useEffect, useId, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Label } from '../../../ui/field.tsx';
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
  const id = useId();
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
            <Label htmlFor={id}>{t('desk.linkEmail')}</Label>
            <Input
              id={id}
              type="email"
              autoComplete="email"
              required
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              aria-invalid={failure ? true : undefined}
              aria-describedby={failure ? `${id}-failure` : undefined}
              className="mt-1.5"
            />
            {failure ? (
              <p id={`${id}-failure`} role="alert" className="mt-1.5 text-destructive-text text-sm">
                {failure}
              </p>
            ) : null}
          </div>
          <Button type="submit" variant="outline" className="mt-4" aria-disabled={state === 'busy'}>
            {t(state === 'busy' ? 'desk.oneMoment' : 'desk.linkSend')}
          </Button>
        </form>
      )}
    </div>
  );
}
