import { getRouteApi, Link, useBlocker } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import type { OfferSettings } from '@understudy/contract/settings';
import { useState, useSyncExternalStore } from 'react';
import { useSignedIn } from '../../../features/auth/sign-in-context.tsx';
import { useAdminClient } from '../../../features/dashboard/api/admin-client.tsx';
import { NextStepBar } from '../../../features/leads/components/next-step-bar.tsx';
import type { NextStep } from '../../../features/leads/next-step.ts';
import { offersFor } from '../../../features/leads/offers.ts';
import { RestoredDraft, SettingsView } from '../../../features/settings/components/settings-view.tsx';
import { createDrafts } from '../../../features/settings/drafts.ts';
import { type SettingsPlace, settingsPlaceOf } from '../../../features/settings/sections.ts';
import { SettingsProvider } from '../../../features/settings/settings-context.tsx';
import { useConfig } from '../../../platform/config.ts';
import { t } from '../../../platform/texts.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import '../../../features/leads/leads.css';

const route = getRouteApi('/admin-shell/guarded/admin');

/** The settings sections, with their place in the address and a warning before unsaved input is lost. */
export default function SettingsPanel() {
  const { role, email, local: isReadOnly } = useSignedIn();
  const { modes } = useConfig();
  const calls = useAdminClient();
  const place = settingsPlaceOf(route.useSearch());
  const navigate = route.useNavigate();
  const [drafts] = useState(() => createDrafts(email));
  // Input restored after a reload is announced, or the filled fields would be puzzling.
  const [isFromBefore, setFromBefore] = useState(drafts.get().size > 0);
  const isUnsaved = useSyncExternalStore(drafts.subscribe, () => drafts.get().size > 0);
  const leaving = useBlocker({
    shouldBlockFn: ({ next }) =>
      drafts.get().size > 0 &&
      !(next.pathname === paths.admin && 'tab' in next.search && next.search.tab === 'settings'),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  const go = ({ section, file, passage, importId }: SettingsPlace, replace = false) =>
    void navigate({
      search: (search) => ({
        ...search,
        section: section ?? undefined,
        file: file ?? undefined,
        passage: passage ?? undefined,
        import: importId ?? undefined,
        question: undefined,
      }),
      replace,
      // The text page scrolls to the passage itself.
      resetScroll: !passage,
    });
  return (
    <SettingsProvider
      value={{
        calls,
        role,
        isReadOnly,
        place,
        go,
        drafts,
        modes,
        showOffers: (offers) => <OffersPreview offers={offers} />,
      }}
    >
      {isFromBefore && isUnsaved ? (
        <RestoredDraft
          keys={[...drafts.get().keys()]}
          onKeep={() => setFromBefore(false)}
          onDiscard={() => drafts.set(new Map())}
        />
      ) : null}
      <SettingsView links={<AdminLinks />} />
      {leaving.status === 'blocked' ? (
        <LeaveDialog
          onLeave={() => {
            drafts.set(new Map());
            leaving.proceed();
          }}
          onStay={() => leaving.reset()}
        />
      ) : null}
    </SettingsProvider>
  );
}

/** Related pages outside the settings. */
function AdminLinks() {
  const { role } = useSignedIn();
  const links = [
    { to: paths.setup, name: t('admin.setup'), does: t('admin.theWizardForYourTwin') },
    ...(role === 'owner'
      ? [
          { to: paths.users, name: t('admin.users'), does: t('admin.whoCanSignInAnd') },
          { to: paths.audit, name: t('admin.auditLog'), does: t('admin.whoDidWhatWhenAnd') },
        ]
      : []),
    { to: paths.waitlist, name: t('admin.waitlist'), does: t('admin.whoAskedForEarlyAccess') },
  ] as const;
  return (
    <ul>
      {links.map(({ to, name, does }) => (
        <li key={to} className="flex flex-wrap items-baseline gap-x-3 max-md:py-1 md:pb-1.5">
          <Link
            to={to}
            className="inline-flex min-h-9 items-center whitespace-nowrap font-medium underline underline-offset-4"
          >
            {name}
          </Link>
          <span className="text-muted-foreground text-sm md:max-lg:hidden">{does}</span>
        </li>
      ))}
      {role === 'owner' ? null : (
        <li className="mt-2 text-muted-foreground text-sm">{t('admin.onlyOwnersCanSeeUsers')}</li>
      )}
    </ul>
  );
}

/** A static offer. */
const SHOWN: NextStep = {
  store: { get: () => 'offered', subscribe: () => () => {} },
  consider: () => {},
  choose: () => {},
  dismiss: () => {},
  settle: () => {},
  bringBack: () => {},
};

/** The chat's own offer bar with other texts, so that the preview looks exactly as visitors see it. */
function OffersPreview({ offers }: { offers: OfferSettings }) {
  const { name, first_name } = useConfig().consultant;
  const filled = (text: string) => text.replaceAll('{first_name}', first_name).replaceAll('{name}', name);
  const words: OfferSettings = {
    invitation: filled(offers.invitation),
    book_call: filled(offers.book_call),
    leave_email: filled(offers.leave_email),
    get_summary: filled(offers.get_summary),
  };
  return (
    <NextStepBar
      nextStep={SHOWN}
      words={offersFor(words, { first_name })}
      isKept
      reachedAt={null}
      isInvited
      call={null}
      meeting={null}
      onChoose={() => {}}
    />
  );
}
