import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SETUP_STEPS, type Setup } from '@understudy/contract/setup';
import type { ReactNode } from 'react';
import type { AdminCalls } from '../../../platform/admin-calls.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { keys } from '../calls.ts';
import './setup-card.css';

interface SetupCardProps {
  calls: AdminCalls;
  /** A link to the wizard with these words. */
  link: (words: string) => ReactNode;
  /** Shown instead when there is nothing to set up: the wizard has a step for it. */
  children: ReactNode;
}

/** The state of the wizard. @param enabled whether the user may use it */
export function useSetupState(calls: AdminCalls, enabled: boolean) {
  return useQuery({
    queryKey: keys.setupState,
    queryFn: ({ signal }) => calls.get<Setup>('setup', {}, signal),
    enabled,
  });
}

/** Whether the wizard is proposed: while the twin is the sample, and once it was begun. */
export const isProposed = ({ state, is_sample: isSample }: Setup): boolean =>
  state === 'begun' || (state === 'new' && isSample);

/** Proposes the wizard. */
export function SetupCard({ calls, link, children }: SetupCardProps) {
  const cache = useQueryClient();
  const { data, error } = useSetupState(calls, true);
  const later = useMutation({
    mutationFn: (version: number) => calls.change<Setup>('POST', 'setup/later', { version }),
    onSuccess: (setup) => cache.setQueryData(keys.setupState, setup),
  });
  if (!data) return error ? children : null;
  if (!isProposed(data)) return children;
  const isBegun = data.state === 'begun';
  const at = SETUP_STEPS.indexOf(data.step);
  return (
    <Card className="setup-card">
      <section
        aria-labelledby="setup-card"
        className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
      >
        <div className="min-w-0 self-center">
          <h2 id="setup-card" className="text-3xl sm:text-4xl">
            {isBegun ? t('setup.cardGoOn') : t('setup.cardTitle')}
          </h2>
          <p className="mt-3 max-w-measure text-muted-foreground">
            {isBegun
              ? t('setup.cardStep', {
                  step: at + 1,
                  of: SETUP_STEPS.length,
                  name: t(`setup.stepNames.${data.step}`),
                })
              : t('setup.cardAbout')}
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button asChild>{link(isBegun ? t('setup.cardContinue') : t('setup.cardStart'))}</Button>
            <Button variant="ghost" aria-disabled={later.isPending} onClick={() => later.mutate(data.version)}>
              {t('setup.notNow')}
            </Button>
          </div>
          {later.error ? <FormAlert>{sentenceOf(later.error)}</FormAlert> : null}
        </div>
        <ol className="setup-next">
          {(['you', 'knowledge', 'publish'] as const).map((part) => (
            <li key={part}>
              <p className="font-medium">{t(`setup.cardSteps.${part}`)}</p>
              <p className="text-muted-foreground text-sm">{t(`setup.cardStepsAbout.${part}`)}</p>
            </li>
          ))}
        </ol>
      </section>
    </Card>
  );
}
