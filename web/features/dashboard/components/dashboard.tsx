import { Download, Settings } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { lazy, type ReactNode, type RefCallback, Suspense, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { usePrerendering } from '../../../platform/prerendering.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Loading } from '../../../ui/states.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useAdminClient } from '../api/admin-client.tsx';
import { moveRow, useShortcuts } from '../keyboard.ts';
import { LiveBar } from '../live/use-live.tsx';
import type { Tab } from '../search.ts';
import { OverviewTab } from './overview-tab.tsx';
import type { SessionsTabProps } from './sessions-tab.tsx';
import '../dashboard.css';

// Not part of the first screen: loaded when they are asked for, the Sessions tab before (`preloadSessions`).
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));
const ScoreHelp = lazy(async () => ({ default: (await import('./score-help.tsx')).ScoreHelp }));
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }));
const loadSessions = () => import('./sessions-tab.tsx');
const SessionsTab = lazy(async () => ({ default: (await loadSessions()).SessionsTab }));

/** Loads the Sessions tab ahead, so that it opens at once. */
export const preloadSessions = (): void => void loadSessions().catch(() => undefined);

const tabWords = (): Record<Tab, string> => ({
  overview: t('dashboard.overview'),
  sessions: t('dashboard.sessions'),
  analytics: t('dashboard.analytics'),
  settings: t('dashboard.settings'),
});

interface DashboardProps extends Omit<SessionsTabProps, 'search'> {
  /** Notices of other features above the tabs. */
  notices: ReactNode;
  /** Another feature's content at the top of the Overview. */
  first: ReactNode;
  /** Whether that is what to do first: figures wait until there are any. */
  isFirstUse: boolean;
  /** The tabs of other features. */
  analytics: ReactNode;
  settings: ReactNode;
}

/** `/admin`: whom to call, and why. */
export function Dashboard({ notices, first, isFirstUse, analytics, settings, ...page }: DashboardProps) {
  const { place, onMove } = page;
  const { name } = useConfig().consultant;
  const { isReadOnly } = useAdminClient();
  // What there is to show decides what stands where: before, only the frame can be drawn without moving later.
  const isPrerendered = usePrerendering();
  const isSettings = place.tab === 'settings';
  const [dialog, setDialog] = useState<'export' | 'keys' | 'scores' | null>(null);
  const search = useDeferredFocus<HTMLInputElement>();
  useShortcuts({
    '/': () => {
      if (place.tab !== 'sessions' || place.find) onMove({ tab: 'sessions', find: '' });
      search.focus();
    },
    j: () => moveRow(1),
    k: () => moveRow(-1),
    '?': () => setDialog('keys'),
  });
  return (
    <>
      <Tabs.Root value={place.tab} onValueChange={(tab) => onMove({ tab: tab as Tab })} activationMode="manual">
        {/* A phone shows the settings at once, whose own headings say where one is. */}
        <div className={cn('dashboard-head', isSettings && 'is-settings')}>
          <div className="min-w-0">
            <h1 className="text-2xl sm:text-3xl">{t('dashboard.aiDashboard', { name })}</h1>
            <p className="text-muted-foreground text-sm">{t('dashboard.monitorConversationsAndAnalyzeLeads')}</p>
          </div>
          <div className="dashboard-buttons">
            <Button
              variant="outline"
              size="sm"
              title={t('dashboard.exportData')}
              className="max-sm:min-h-11"
              disabled={isReadOnly}
              onClick={() => setDialog('export')}
            >
              <Download aria-hidden className="sm:hidden" />
              <span className="max-sm:sr-only">{t('dashboard.exportData')}</span>
            </Button>
            <Button
              variant="outline"
              size="sm"
              title={t('dashboard.settings')}
              className="max-sm:min-h-11"
              onClick={() => onMove({ tab: 'settings' })}
            >
              <Settings aria-hidden className="sm:hidden" />
              <span className="max-sm:sr-only">{t('dashboard.settings')}</span>
            </Button>
          </div>
          <Tabs.List aria-label={t('dashboard.dashboard')} className="dashboard-tabs">
            {(Object.keys(tabWords()) as Tab[]).map((tab) => (
              <Tabs.Trigger
                key={tab}
                value={tab}
                className={cn(
                  '-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-3 font-medium max-sm:px-2',
                  'text-muted-foreground hover:text-foreground focus-visible:outline-offset-[-2px]',
                  'data-[state=active]:border-primary-text data-[state=active]:text-foreground',
                )}
              >
                {tabWords()[tab]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        </div>
        {notices}
        <LiveBar />
        <Tabs.Content value="overview" className="space-y-6 pt-6">
          {isPrerendered ? (
            <div className="min-h-dvh">
              <Loading words={t('dashboard.lookingUpSessions')} />
            </div>
          ) : (
            <>
              {first}
              <OverviewTab
                place={place}
                chartDays={page.chartDays}
                isFirstUse={isFirstUse}
                onMove={onMove}
                onScores={() => setDialog('scores')}
              />
            </>
          )}
        </Tabs.Content>
        <Tabs.Content value="sessions" className="pt-6">
          <Suspense fallback={<Loading words={t('dashboard.lookingUpSessions')} />}>
            <SessionsTab {...page} search={search.field} />
          </Suspense>
        </Tabs.Content>
        <Tabs.Content value="analytics" className="pt-6">
          {analytics}
        </Tabs.Content>
        <Tabs.Content value="settings" className="pt-6">
          {settings}
        </Tabs.Content>
      </Tabs.Root>
      <p className="no-print mt-6 flex gap-x-5 text-muted-foreground text-sm">
        <TextButton onClick={() => setDialog('scores')}>{t('dashboard.whatAScoreMeans')}</TextButton>
        <span className="max-sm:hidden">
          <TextButton onClick={() => setDialog('keys')}>{t('dashboard.keyboardShortcuts')}</TextButton>
        </span>
      </p>
      <Suspense>
        {dialog === 'export' ? <ExportDialog place={place} onClose={() => setDialog(null)} /> : null}
        {dialog === 'scores' ? <ScoreHelp onClose={() => setDialog(null)} /> : null}
        {dialog === 'keys' ? <ShortcutsDialog onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </>
  );
}

/** A field that may be requested before it is rendered. */
interface WantedField<Field extends HTMLElement> {
  /** The field's `ref`. */
  field: RefCallback<Field>;
  /** Focuses the field: at once if it is rendered, so that no typed letter is lost, else as soon as it appears. */
  focus: () => void;
}

/** Focuses a field that may not be rendered yet. */
function useDeferredFocus<Field extends HTMLElement>(): WantedField<Field> {
  const [wanted] = useState(() => {
    let here: Field | null = null;
    let isWanted = false;
    return {
      field: (drawn: Field | null) => {
        here = drawn;
        if (!drawn || !isWanted) return;
        isWanted = false;
        drawn.focus();
      },
      focus: () => {
        if (here) here.focus();
        else isWanted = true;
      },
    };
  });
  return wanted;
}
