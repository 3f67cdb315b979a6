import { getRouteApi, Link, useBlocker, useRouterState } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { SETUP_STEPS } from '@understudy/contract/setup';
import type { PublicConfig } from '@understudy/contract/wire';
import { useState } from 'react';
import { useSignedIn } from '../../../features/auth/sign-in-context.tsx';
import { useAdminClient } from '../../../features/dashboard/api/admin-client.tsx';
import { createDrafts, putDraft } from '../../../features/settings/drafts.ts';
import { SettingsProvider } from '../../../features/settings/settings-context.tsx';
import { createLeaveGuard } from '../../../features/settings/setup/leave-guard.ts';
import { SetupView } from '../../../features/settings/setup/setup-view.tsx';
import { newerConfig, useConfig } from '../../../platform/config.ts';
import { getJson } from '../../../platform/http.ts';
import { t } from '../../../platform/texts.ts';
import { LeaveDialog } from './leave-dialog.tsx';

const route = getRouteApi('/admin-shell/guarded/admin/setup');

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Somebody has just become the owner. */
    isNewOwner?: boolean;
  }
}

/** `/admin/setup`: the wizard, with its step in the address. */
export function SetupPage() {
  const { role, email, local: isReadOnly } = useSignedIn();
  const { consultant, modes } = useConfig();
  const calls = useAdminClient();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // The settings' own: what is unsaved there stays, except for the office hours, which the wizard has too.
  const [drafts] = useState(() => createDrafts(email));
  const [guard] = useState(createLeaveGuard);
  const hasHours = () => drafts.get().has('hours');
  const leaving = useBlocker({
    // It asks the parts themselves, after they have saved what they can.
    shouldBlockFn: async ({ next }) => next.pathname !== paths.setup && (!(await guard.settle()) || hasHours()),
    enableBeforeUnload: () => guard.isUnsaved() || hasHours(),
    withResolver: true,
  });
  const isNewOwner = useRouterState({ select: ({ location }) => location.state.isNewOwner === true });
  const step = SETUP_STEPS.find((one) => one === search.step) ?? null;
  /** The name and the portrait in the frame are the twin's. */
  const onPublished = () => void getJson<PublicConfig>('/api/config').then(newerConfig.set, () => undefined);
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 py-6 outline-none sm:px-8 sm:py-10">
      <SettingsProvider
        value={{
          calls,
          role,
          isReadOnly,
          place: { section: 'imports', file: null, importId: search.import ?? null },
          go: ({ section, file, importId }) =>
            section === 'imports'
              ? void navigate({ search: { step: 'knowledge', import: importId ?? undefined } })
              : void navigate({
                  to: paths.admin,
                  search: { tab: 'settings', section: section ?? undefined, file: file ?? undefined },
                }),
          drafts,
          modes,
          showOffers: () => null,
        }}
      >
        <SetupView
          step={step}
          isNewOwner={isNewOwner}
          onStep={(next) => void navigate({ search: { step: next } })}
          onLeave={() => void navigate({ to: paths.admin })}
          guard={guard}
          onPublished={onPublished}
          present={{ name: consultant.name, portrait: consultant.portrait }}
          links={{
            page: paths.landing,
            chat: paths.chat,
            widget: (
              <Link to={paths.admin} search={{ tab: 'settings', section: 'widget' }} className="setup-link">
                {t('setup.allowSite')}
              </Link>
            ),
          }}
        />
      </SettingsProvider>
      {leaving.status === 'blocked' ? (
        <LeaveDialog
          onLeave={() => {
            putDraft(drafts, 'hours', null);
            leaving.proceed();
          }}
          onStay={() => leaving.reset()}
        />
      ) : null}
    </main>
  );
}
