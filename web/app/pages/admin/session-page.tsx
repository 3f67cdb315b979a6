import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouterState } from '@tanstack/react-router';
import { allows } from '@understudy/contract/admin';
import { paths } from '@understudy/contract/pages';
import { useState } from 'react';
import { useSignedIn } from '../../../features/auth/sign-in-context.tsx';
import { useAdminClient } from '../../../features/dashboard/api/admin-client.tsx';
import { SessionDetailPage } from '../../../features/dashboard/components/detail/session-detail.tsx';
import type { DashboardSearch } from '../../../features/dashboard/search.ts';
import { EraseSession } from '../../../features/settings/components/erase-session.tsx';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';

const route = getRouteApi('/admin-shell/guarded/admin/session/$sessionId');

/** `/admin/session/{id}`. */
export function SessionPage() {
  const { sessionId } = route.useParams();
  const { at } = route.useSearch();
  const back = useRouterState({ select: ({ location }) => location.state.from }) ?? NOWHERE;
  const { role } = useSignedIn();
  const calls = useAdminClient();
  const cache = useQueryClient();
  const [erased, setErased] = useState<{ sessionId: string; sentence: string } | null>(null);
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 pb-16 outline-none sm:px-8">
      {erased?.sessionId === sessionId ? (
        <Erased sentence={erased.sentence} back={back} />
      ) : (
        <SessionDetailPage
          sessionId={sessionId}
          at={at ?? null}
          back={back}
          after={(session) =>
            allows(role, 'owner') ? (
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
            ) : null
          }
        />
      )}
    </main>
  );
}

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
