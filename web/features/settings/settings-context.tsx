import { allows, type Role } from '@understudy/contract/admin';
import type { OfferSettings } from '@understudy/contract/settings';
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { type Storage, tabStore } from '../../platform/storage.ts';
import { createStore, type Store } from '../../platform/store.ts';
import type { Draft } from './drafts/draft.ts';
import { readDrafts, storeDrafts } from './drafts/stored-drafts.ts';
import type { SettingsPlace } from './sections.ts';

/** Calls of `/api/admin` by relative path. Passed in by the page, which knows who is signed in. */
export interface SettingsCalls {
  get<Answer>(path: string, params?: Record<string, string | number>, signal?: AbortSignal): Promise<Answer>;
  change<Answer>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer>;
}

/** All unsaved input, by subject. */
export type Drafts = Store<ReadonlyMap<string, Draft<unknown>>>;

/** Starts with the same user's input stored in this tab, and stores further input. @param owner the user's address */
export function createDrafts(owner: string, storage: Storage = tabStore): Drafts {
  const drafts = createStore(readDrafts(storage, owner));
  drafts.subscribe(() => storeDrafts(storage, owner, drafts.get()));
  return drafts;
}

/** Stores a draft; null removes it. */
export function putDraft(drafts: Drafts, key: string, draft: Draft<unknown> | null): void {
  const next = new Map(drafts.get());
  if (draft) next.set(key, draft);
  else next.delete(key);
  drafts.set(next);
}

/** What the settings need from their page. */
export interface SettingsPage {
  calls: SettingsCalls;
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
  if (isReadOnly) return 'Read-only without signing in.';
  if (allows(role, required)) return null;
  return `Only an ${required} can change this. You are signed in as ${role}.`;
}
