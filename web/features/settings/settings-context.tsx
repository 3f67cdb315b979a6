import { allows, type Role } from '@understudy/contract/admin';
import type { OfferSettings } from '@understudy/contract/settings';
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { type Storage, tabStore } from '../../platform/storage.ts';
import { createStore, type Store } from '../../platform/store.ts';
import type { Draft } from './drafts/draft.ts';
import { readDrafts, storeDrafts } from './drafts/stored-drafts.ts';
import type { SettingsPlace } from './sections.ts';

/** Calls of `/api/admin`, each by its path after that; handed in, since it is the page that knows who is signed in. */
export interface SettingsCalls {
  get<Answer>(path: string, params?: Record<string, string | number>, signal?: AbortSignal): Promise<Answer>;
  change<Answer>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer>;
}

/** Everything that was typed and not saved, by what it is about. */
export type Drafts = Store<ReadonlyMap<string, Draft<unknown>>>;

/** Begins with what the same person had typed in this tab, and keeps what they type. @param owner their address */
export function createDrafts(owner: string, storage: Storage = tabStore): Drafts {
  const drafts = createStore(readDrafts(storage, owner));
  drafts.subscribe(() => storeDrafts(storage, owner, drafts.get()));
  return drafts;
}

/** Keeps a draft, or with null none. */
export function putDraft(drafts: Drafts, key: string, draft: Draft<unknown> | null): void {
  const next = new Map(drafts.get());
  if (draft) next.set(key, draft);
  else next.delete(key);
  drafts.set(next);
}

/** What the settings need from the page that they stand on. */
export interface SettingsPage {
  calls: SettingsCalls;
  role: Role;
  /** Nobody is signed in: everything can be read, nothing changed. */
  isReadOnly: boolean;
  place: SettingsPlace;
  go: (place: SettingsPlace, replace?: boolean) => void;
  drafts: Drafts;
  /** The offers as a visitor sees them; another feature's, so the page hands it in. */
  showOffers: (offers: OfferSettings) => ReactNode;
  /** The twin's modes, for trying out a text. */
  modes: readonly { id: string; name: string }[];
}

const SettingsContext = createContext<SettingsPage | null>(null);
export const SettingsProvider = SettingsContext.Provider;

/** The page of the settings; throws outside {@link SettingsProvider}. */
export function useSettingsPage(): SettingsPage {
  const page = use(SettingsContext);
  if (!page) throw new Error('useSettingsPage is used outside SettingsProvider');
  return page;
}

/** Everything unsaved, kept up to date. */
export function useDrafts(): ReadonlyMap<string, Draft<unknown>> {
  const { drafts } = useSettingsPage();
  return useSyncExternalStore(drafts.subscribe, drafts.get);
}

/** Why somebody may not change something; null where they may. */
export function useRefusal(required: Role): string | null {
  const { role, isReadOnly } = useSettingsPage();
  if (isReadOnly) return 'Read-only without signing in.';
  if (allows(role, required)) return null;
  return `Only an ${required} can change this. You are signed in as ${role}.`;
}
