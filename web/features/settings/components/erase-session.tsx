import { useMutation } from '@tanstack/react-query';
import type { VisitorErasure } from '@understudy/contract/settings';
import { type ReactNode, useRef, useState } from 'react';
import type { AdminCalls } from '../../../platform/admin-calls.ts';
import { CallError } from '../../../platform/http.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { ErasureCounts, HeldNote, TypedConfirm } from './typed-confirm.tsx';

interface EraseSessionProps {
  calls: AdminCalls;
  sessionId: string;
  visitorId: string;
  /** The rest of a sentence that says where to erase everything under an address. */
  byAddress: ReactNode;
  /** Called with a sentence that says what was deleted. */
  onErased: (sentence: string) => void;
}

type Scope = 'conversation' | 'visitor';
const scopeWords = (): Record<Scope, string> => ({
  conversation: t('settings.deletesThisConversationAndEverything'),
  visitor: t('settings.deletesEverythingStoredAboutThis'),
});

/** Erases a conversation or all data about its visitor; for owners, at the end of the session's page. */
export function EraseSession({ calls, sessionId, visitorId, byAddress, onErased }: EraseSessionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [scope, setScope] = useState<Scope>('conversation');
  const [found, setFound] = useState<VisitorErasure | null>(null);
  const targetOf = (of: Scope) => (of === 'visitor' ? { visitor_id: visitorId } : { session_id: sessionId });
  const preview = useMutation({
    mutationFn: (of: Scope) => calls.change<VisitorErasure>('POST', 'danger/erase-visitor/preview', targetOf(of)),
    onSuccess: setFound,
  });
  const erase = useMutation({
    mutationFn: (total: number) =>
      calls.change<VisitorErasure>('POST', 'danger/erase-visitor', { ...targetOf(scope), confirm_rows: total }),
    onSuccess: ({ total, held }) => {
      const stay = held > 0 ? ` ${t('settings.heldUntilLifted', { count: held })}` : '';
      onErased(t(`settings.erased.${scope}`, { count: total }) + stay);
    },
    onError: (error) => {
      // Something was said in the meantime: the dialog shows the new number, which must be confirmed again.
      if (error instanceof CallError && error.code === 'confirmation_needed') preview.mutate(scope);
    },
  });
  const look = (of: Scope) => {
    if (preview.isPending) return;
    setScope(of);
    erase.reset();
    preview.mutate(of);
  };
  return (
    <section
      aria-labelledby="erase-session"
      className="no-print mt-6 rounded-lg border border-destructive-text bg-card p-4 sm:p-5"
    >
      <h2 id="erase-session" className="text-lg">
        {t('settings.erase')}
      </h2>
      <p className="mt-1 mb-4 max-w-measure text-muted-foreground text-sm">{t('settings.forVisitorsWhoAskFor')}</p>
      <div className="flex flex-wrap gap-3">
        {(['conversation', 'visitor'] as const).map((of) => (
          <Button
            key={of}
            variant="outline"
            aria-haspopup="dialog"
            aria-disabled={preview.isPending}
            onClick={() => look(of)}
          >
            {preview.isPending && scope === of ? t('settings.looking') : t(`settings.eraseThis.${of}`)}
          </Button>
        ))}
      </div>
      <div aria-live="polite" className="mt-4 empty:hidden">
        {preview.error ? <FormAlert>{sentenceOf(preview.error)}</FormAlert> : null}
      </div>
      {found ? (
        <Dialog title={t(`settings.eraseThisNow.${scope}`)} dialog={dialog} hasCross onClose={() => setFound(null)}>
          <p className="text-muted-foreground">{t('settings.thisCannotBeUndone', { about: scopeWords()[scope] })}</p>
          <div className="mt-4">
            <ErasureCounts counts={found.counts} />
            <HeldNote held={found.held} words="settings.heldUntilLifted" />
          </div>
          {found.addresses.length > 0 ? (
            <p className="mt-4 text-muted-foreground text-sm">
              <Text
                id="settings.theyLeftAddresses"
                tags={{ addresses: () => <span className="wrap-anywhere">{found.addresses.join(', ')}</span> }}
              />{' '}
              {byAddress}
            </p>
          ) : null}
          <div aria-live="polite" className="mt-4 empty:hidden">
            {erase.error ? <FormAlert>{sentenceOf(erase.error)}</FormAlert> : null}
          </div>
          <TypedConfirm
            key={found.total}
            phrase={t('settings.phraseErase')}
            button={t('settings.eraseRecords', { count: found.total })}
            isBusy={erase.isPending}
            onConfirm={() => erase.mutate(found.total)}
          />
        </Dialog>
      ) : null}
    </section>
  );
}
