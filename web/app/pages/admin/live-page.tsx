import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { ArrowLeft } from 'lucide-react';
import { useSignedIn } from '../../../features/auth/sign-in-context.tsx';
import { useAdminClient } from '../../../features/dashboard/api/admin-client.tsx';
import { keys, useSessionDetail } from '../../../features/dashboard/api/queries.ts';
import { refusalOf } from '../../../features/settings/settings-context.tsx';
import { LivePage } from '../../../features/takeover/components/live-page.tsx';
import { useConfig } from '../../../platform/config.ts';
import { newId } from '../../../platform/new-id.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';

/** `/admin/session/{id}#live`: the conversation while it runs, also one that is not kept and has no other page. */
export function LiveSession({ sessionId }: { sessionId: string }) {
  const calls = useAdminClient();
  const cache = useQueryClient();
  const { role, local } = useSignedIn();
  const { consultant } = useConfig();
  const { data: detail } = useSessionDetail(sessionId);
  const visitor = detail?.session.contact_name ?? null;
  const toSession = (
    <Button asChild variant="outline" size="sm">
      <Link
        to={paths.adminSession}
        params={{ sessionId }}
        onClick={() => void cache.invalidateQueries({ queryKey: keys.session(sessionId) })}
      >
        {t('live.toSession')}
      </Link>
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
        <Button asChild variant="ghost" size="sm" className="-ml-3">
          <Link to={paths.admin}>
            <ArrowLeft aria-hidden /> {t('session.backToDashboard')}
          </Link>
        </Button>
        <h1 className="mr-auto text-xl sm:text-2xl">
          {visitor ? t('live.with', { visitor }) : t('live.withAnonymous')}
        </h1>
        {detail ? toSession : null}
      </div>
      <LivePage
        key={sessionId}
        sessionId={sessionId}
        calls={calls}
        newId={newId}
        visitor={visitor}
        refusal={refusalOf(role, local, 'admin')}
        usualName={role === 'owner' ? consultant.name : ''}
        after={detail ? toSession : null}
      />
    </>
  );
}
