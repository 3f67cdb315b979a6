import { useQuery } from '@tanstack/react-query';
import { type AdminSession, allows, type Role } from '@understudy/contract/admin';
import type { OfferSettings, ProvidersAnswer, SettingsAnswer } from '@understudy/contract/settings';
import type { TwinTextDetail, TwinTexts } from '@understudy/contract/twin-texts';
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { AdminCalls } from '../../platform/admin-calls.ts';
import { t } from '../../platform/texts.ts';
import { keys, textPath } from './calls.ts';
import type { Draft, Drafts } from './drafts.ts';
import type { SettingsPlace } from './sections.ts';

/** What the settings need from their page. */
interface SettingsPage {
  calls: AdminCalls;
  role: Role;
  /** Nobody is signed in: everything can be read, nothing changed. */
  isReadOnly: boolean;
  place: SettingsPlace;
  go: (place: SettingsPlace, replace?: boolean) => void;
  drafts: Drafts;
  /** Renders the offers as visitors see them; passed in, since they are another feature. */
  showOffers: (offers: OfferSettings) => ReactNode;
  /** The twin's modes, for trying out a text. */
  modes: readonly { id: string; name: string }[];
}

const SettingsContext = createContext<SettingsPage | null>(null);
export const SettingsProvider = SettingsContext.Provider;

/** The settings page's context; throws outside {@link SettingsProvider}. */
export function useSettingsPage(): SettingsPage {
  const page = use(SettingsContext);
  if (!page) throw new Error('useSettingsPage is used outside SettingsProvider');
  return page;
}

/** All drafts; updates when they change. */
export function useDrafts(): ReadonlyMap<string, Draft<unknown>> {
  const { drafts } = useSettingsPage();
  return useSyncExternalStore(drafts.subscribe, drafts.get);
}

/** Why the current user may not change something; null if they may. */
export function useRefusal(required: Role): string | null {
  const { role, isReadOnly } = useSettingsPage();
  return refusalOf(role, isReadOnly, required);
}

/** The same for any page. */
export function refusalOf(role: Role, isReadOnly: boolean, required: Role): string | null {
  if (isReadOnly) return t('settings.readOnlyWithoutSigningIn');
  if (allows(role, required)) return null;
  return t('settings.onlyRoleCanChange', { required: t(`role.${required}`), role: t(`role.${role}`) });
}

function useAnswer<Answer>(queryKey: readonly string[], path: string, enabled = true) {
  const { calls } = useSettingsPage();
  return useQuery({ queryKey, queryFn: ({ signal }) => calls.get<Answer>(path, {}, signal), enabled });
}

/** All settings groups. */
export const useSettings = () => useAnswer<SettingsAnswer>(keys.settings, 'settings');

/** The providers and the remaining daily budgets. */
export const useProviders = () => useAnswer<ProvidersAnswer>(keys.providers, 'providers');

/** The texts of the twin. */
export const useTexts = () => useAnswer<TwinTexts>(keys.texts, 'twin');

/** One text with its history. @param file null requests none */
export const useText = (file: string | null) =>
  useAnswer<TwinTextDetail>(keys.text(file ?? ''), textPath(file ?? ''), file !== null);

/** Most sessions of a week that are considered when previewing a threshold. */
export const MAX_SCORES = 100;

/** The best of the last week's sessions. */
export function useWeekScores() {
  const { calls } = useSettingsPage();
  return useQuery({
    queryKey: keys.scores,
    queryFn: async ({ signal }) =>
      (
        await calls.get<{ items: AdminSession[] }>(
          'sessions',
          { range: '7d', sort: 'score', limit: MAX_SCORES },
          signal,
        )
      ).items,
  });
}
