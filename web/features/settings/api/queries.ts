import { useQuery } from '@tanstack/react-query';
import type { AdminSession } from '@understudy/contract/admin';
import type { ProvidersAnswer, SettingsAnswer, TwinTextDetail, TwinTexts } from '@understudy/contract/settings';
import { useSettingsPage } from '../settings-context.tsx';
import { keys } from './keys.ts';

/** The path of a text's calls. */
export const textPath = (file: string) => `twin/${encodeURIComponent(file)}`;

/** All settings groups. */
export function useSettings() {
  const { calls } = useSettingsPage();
  return useQuery({
    queryKey: keys.settings,
    queryFn: ({ signal }) => calls.get<SettingsAnswer>('settings', {}, signal),
  });
}

/** The providers and the remaining daily budgets. */
export function useProviders() {
  const { calls } = useSettingsPage();
  return useQuery({
    queryKey: keys.providers,
    queryFn: ({ signal }) => calls.get<ProvidersAnswer>('providers', {}, signal),
  });
}

/** The texts of the twin. */
export function useTexts() {
  const { calls } = useSettingsPage();
  return useQuery({
    queryKey: keys.texts,
    queryFn: ({ signal }) => calls.get<TwinTexts>('twin', {}, signal),
  });
}

/** One text with its history. @param file null requests none */
export function useText(file: string | null) {
  const { calls } = useSettingsPage();
  return useQuery({
    queryKey: keys.text(file ?? ''),
    queryFn: ({ signal }) => calls.get<TwinTextDetail>(textPath(file ?? ''), {}, signal),
    enabled: file !== null,
  });
}

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
