import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouterState } from '@tanstack/react-router';
import { allows } from '@understudy/contract/admin';
import { paths } from '@understudy/contract/pages';
import type { TurnDetail } from '@understudy/contract/reply-trace';
import { lazy, Suspense, useState } from 'react';
import { useSignedIn } from '../../../features/auth/sign-in-context.tsx';
import { useAdminClient } from '../../../features/dashboard/api/admin-client.tsx';
import { SessionDetailPage } from '../../../features/dashboard/components/detail/session-detail.tsx';
import type { DashboardSearch } from '../../../features/dashboard/search.ts';
import { EraseSession } from '../../../features/settings/components/erase-session.tsx';
import { LegalHold } from '../../../features/settings/components/legal-hold.tsx';
import { refusalOf } from '../../../features/settings/settings-context.tsx';
import { type AnswerDraft, AnswerForm } from '../../../features/settings/twin/answer-form.tsx';
import { useConfig } from '../../../platform/config.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Loading } from '../../../ui/states.tsx';

/** Watching is rarer than reading. */
const LiveSession = lazy(async () => ({ default: (await import('./live-page.tsx')).LiveSession }));

const route = getRouteApi('/admin-shell/guarded/admin/session/$sessionId');

/** `/admin/session/{id}`. */
export function SessionPage() {
  const { sessionId } = route.useParams();
  const { at, answer } = readPlace(route.useSearch());
  const isLive = useRouterState({ select: ({ location }) => location.hash }) === 'live';
  const navigate = route.useNavigate();
  const { modes } = useConfig();
  const back = useRouterState({ select: ({ location }) => location.state.from }) ?? NOWHERE;
  const { role, local: isReadOnly } = useSignedIn();
  const calls = useAdminClient();
  const cache = useQueryClient();
  const [drafts] = useState(() => new Map<string, AnswerDraft>());
  const [erased, setErased] = useState<{ sessionId: string; sentence: string } | null>(null);
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 pb-16 outline-none sm:px-8">
      {isLive ? (
        <Suspense fallback={<Loading words={t('live.connecting')} />}>
          <LiveSession sessionId={sessionId} />
        </Suspense>
      ) : erased?.sessionId === sessionId ? (
        <Erased sentence={erased.sentence} back={back} />
      ) : (
        <SessionDetailPage
          sessionId={sessionId}
          at={at}
          back={back}
          modeName={(mode) => modes.find(({ id }) => id === mode)?.name ?? mode}
          toAnswer={answer}
          // Closed, the form must not open again after a reload.
          onAnswered={() => void navigate({ search: at === null ? {} : { at }, state: true, replace: true })}
          answerForm={({ turn_id: turn, mode, used, trace }, { question, said }, onClose) => (
            <AnswerForm
              calls={calls}
              modes={modes}
              refusal={refusalOf(role, isReadOnly, 'admin')}
              exchange={{ question, said, mode, passage: used.find(isEditable) ?? null, isSure: isSure(trace) }}
              draft={drafts.get(turn)}
              onDraft={(draft) => (draft ? drafts.set(turn, draft) : drafts.delete(turn))}
              onClose={onClose}
              openText={({ file, passage }) => (
                <Link
                  to={paths.admin}
                  search={{ tab: 'settings', section: 'twin', file, passage }}
                  className="underline underline-offset-4"
                >
                  {t('answer.open')}
                </Link>
              )}
            />
          )}
          after={(session) => (
            <>
              {refusalOf(role, isReadOnly, 'admin') === null ? <LegalHold calls={calls} sessionId={sessionId} /> : null}
              {allows(role, 'owner') ? (
                <EraseSession
                  calls={calls}
                  sessionId={sessionId}
                  visitorId={session.visitor_id}
                  byAddress={
                    <Text
                      id="admin.toDeleteEverythingElseKept"
                      tags={{
                        link: (words) => (
                          <Link to={paths.admin} search={DANGER} className="text-primary-text underline">
                            {words}
                          </Link>
                        ),
                      }}
                    />
                  }
                  onErased={(sentence) => {
                    setErased({ sessionId, sentence });
                    // Lists, figures and other sessions' pages contain it too.
                    cache.clear();
                  }}
                />
              ) : null}
            </>
          )}
        />
      )}
    </main>
  );
}

/** The `seq` of the utterance to show, and the question to answer there; null if the address has none. */
function readPlace({ at, answer }: { at?: unknown; answer?: unknown }) {
  const isPlace = typeof at === 'number' && Number.isInteger(at) && at >= 0;
  return { at: isPlace ? at : null, answer: answer ? String(answer) : null };
}

/** Whether a passage stands in a text of the knowledge; services stand in the persona. */
/** Whether the reply was said as the answer. What was said with doubt answers another question. */
const isSure = (trace: TurnDetail['trace']): boolean =>
  trace === null || trace.searches.some(({ decision }) => decision === 'answer');

const isEditable = (passage: TurnDetail['used'][number]): passage is typeof passage & { file: string } =>
  passage.file?.startsWith('knowledge/') ?? false;

const NOWHERE: Record<string, string> = {};
const DANGER = { tab: 'settings', section: 'danger' } as const;

/** Replaces the erased session. */
function Erased({ sentence, back }: { sentence: string; back: DashboardSearch }) {
  return (
    <div className="py-16 text-center">
      <h1 ref={(heading) => heading?.focus()} tabIndex={-1} className="text-lg outline-none">
        {sentence}
      </h1>
      <Button asChild className="mt-6">
        <Link to={paths.admin} search={back}>
          {t('admin.backToDashboard')}
        </Link>
      </Button>
    </div>
  );
}
