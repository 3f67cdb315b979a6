import { HIGH_QUALITY_LEAD_SCORE, HOT_LEAD_SCORE } from '@understudy/contract/constants';
import { SCORE_SCALES, type ScoreScale } from '@understudy/contract/leads';
import { Download, Settings } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type ReactNode, type RefCallback, useRef, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { usePrerendering } from '../../../platform/prerendering.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { capitalised } from '../../../ui/id-words.ts';
import { Loading } from '../../../ui/states.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useAdminClient } from '../api/admin-client.tsx';
import { moveRow, ShortcutsDialog, useShortcuts } from '../keyboard.tsx';
import { LiveBar } from '../live/use-live.tsx';
import type { Tab } from '../search.ts';
import { ExportDialog } from './export-dialog.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { SessionsTab, type SessionsTabProps } from './sessions-tab.tsx';
import '../dashboard.css';

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
          <SessionsTab {...page} search={search.field} />
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
      {dialog === 'export' ? <ExportDialog place={place} onClose={() => setDialog(null)} /> : null}
      {dialog === 'scores' ? <ScoreHelp onClose={() => setDialog(null)} /> : null}
      {dialog === 'keys' ? <ShortcutsDialog onClose={() => setDialog(null)} /> : null}
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

const scaleWords = (): Record<ScoreScale, { name: string; about: string }> => ({
  tier: { name: t('dashboard.tier'), about: t('dashboard.listsBadgesChartsSummariesAnd') },
  stat_card: {
    name: t('dashboard.highQualityLeads'),
    about: t('dashboard.theCardOnTheOverview', {
      from: HIGH_QUALITY_LEAD_SCORE,
      to: HOT_LEAD_SCORE - 1,
    }),
  },
  chat_priority: { name: t('dashboard.priorityInTheChat'), about: t('dashboard.theVisitorsOwnConversationAnalysis') },
  item_priority: {
    name: t('dashboard.priorityOfAnActionItem'),
    about: t('dashboard.itemsThatFollowFromWhat'),
  },
});

/** Explains the four score scales, as defined in the contract. */
function ScoreHelp({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog title={t('dashboard.whatAScoreMeans')} dialog={dialog} hasCross onClose={onClose}>
      <p className="text-muted-foreground">{t('dashboard.eachConversationHasAScore')}</p>
      <dl className="mt-4 divide-y border-y">
        {(Object.keys(scaleWords()) as ScoreScale[]).map((scale) => (
          <div key={scale} className="py-3">
            <dt className="font-medium">{scaleWords()[scale].name}</dt>
            <dd className="mt-0.5 tabular-nums">{gradesOf(scale)}</dd>
            <dd className="mt-0.5 text-muted-foreground text-sm">{scaleWords()[scale].about}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** 'Hot 75 to 100, warm 50 to 74, cold 0 to 49'. */
function gradesOf(scale: ScoreScale): string {
  const grades = SCORE_SCALES[scale];
  const words = grades.map(({ grade, from }, index) =>
    t('dashboard.grade', { grade: grade.replace(/\W/, '_'), from, to: (grades[index - 1]?.from ?? 101) - 1 }),
  );
  return capitalised(words.join(', '));
}
