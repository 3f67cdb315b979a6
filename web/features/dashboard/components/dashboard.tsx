import { Tabs } from 'radix-ui';
import { type ReactNode, type RefCallback, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useAdminClient } from '../api/admin-provider.tsx';
import { moveRow, useShortcuts } from '../keyboard.ts';
import type { Tab } from '../search.ts';
import { ExportDialog } from './export-dialog.tsx';
import { LiveBar } from './live-bar.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { ScoreHelp } from './score-help.tsx';
import { SessionsTab, type SessionsTabProps } from './sessions/sessions-tab.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import '../dashboard.css';

const TAB_WORDS: Record<Tab, string> = {
  overview: 'Overview',
  sessions: 'Sessions',
  analytics: 'Analytics',
  settings: 'Settings',
};

export interface DashboardProps extends Omit<SessionsTabProps, 'search'> {
  /** Notices of other features above the tabs. */
  notices: ReactNode;
  /** Another feature's content at the top of the Overview. */
  first: ReactNode;
  /** The tabs of other features. */
  analytics: ReactNode;
  settings: ReactNode;
}

/** `/admin`: whom to call, and why. */
export function Dashboard({ notices, first, analytics, settings, ...page }: DashboardProps) {
  const { place, onMove } = page;
  const { name } = useConfig().consultant;
  const { isReadOnly } = useAdminClient();
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
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-3xl sm:text-4xl">AI {name} Dashboard</h1>
          <p className="mt-1 text-muted-foreground">Monitor conversations and analyze leads</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" size="sm" disabled={isReadOnly} onClick={() => setDialog('export')}>
            Export Data
          </Button>
          <Button variant="outline" size="sm" onClick={() => onMove({ tab: 'settings' })}>
            Settings
          </Button>
        </div>
      </div>
      {notices}
      <LiveBar />
      <Tabs.Root
        value={place.tab}
        onValueChange={(tab) => onMove({ tab: tab as Tab })}
        activationMode="manual"
        className="mt-6"
      >
        <Tabs.List
          aria-label="Dashboard"
          className="-mx-5 flex gap-1 overflow-x-auto overflow-y-hidden border-b px-5 sm:mx-0 sm:px-0"
        >
          {(Object.keys(TAB_WORDS) as Tab[]).map((tab) => (
            <Tabs.Trigger
              key={tab}
              value={tab}
              className={cn(
                '-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-3 font-medium max-sm:px-2',
                'text-muted-foreground hover:text-foreground focus-visible:outline-offset-[-2px]',
                'data-[state=active]:border-primary-text data-[state=active]:text-foreground',
              )}
            >
              {TAB_WORDS[tab]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="overview" className="space-y-6 pt-6">
          {first}
          <OverviewTab place={place} chartDays={page.chartDays} onMove={onMove} onScores={() => setDialog('scores')} />
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
        <TextButton onClick={() => setDialog('scores')}>What a score means</TextButton>
        <span className="max-sm:hidden">
          <TextButton onClick={() => setDialog('keys')}>Keyboard shortcuts</TextButton>
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
