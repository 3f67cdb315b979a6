import type { ProviderState } from '@understudy/contract/settings';
import { describe, expect, it } from 'vitest';

import {
  budgetWords,
  refusalName,
  refusedOf,
  spentName,
  spentOf,
  spentWords,
} from './components/dashboard-notices.tsx';
import { weekWords } from './components/notifications-section.tsx';
import { conditionOf, placeWords } from './components/providers-section.tsx';
import { countWords } from './components/typed-confirm.tsx';
import { settingsChangeWords, settingsPlaceOf } from './sections.ts';

describe('how it goes with a provider', () => {
  const state = (change: Partial<ProviderState>): ProviderState => ({
    id: 'chat-0',
    kind: 'chat',
    provider: 'groq',
    host: 'api.groq.example',
    models: ['a'],
    key: null,
    place: 0,
    refused_since: null,
    resting: false,
    last_error: null,
    last_success_at: null,
    ...change,
  });
  const error = { at: '2026-01-02T00:00:00Z', problem: 'It said 500.' };

  it('is what happened last', () => {
    expect(conditionOf(state({})).words).toBe('Not called yet');
    expect(conditionOf(state({ host: null })).words).toBe('Ready');
    expect(conditionOf(state({ last_error: error, last_success_at: '2026-01-03T00:00:00Z' })).words).toBe('Works');
    expect(conditionOf(state({ last_error: error, last_success_at: '2026-01-01T00:00:00Z' })).words).toBe(
      'Last call failed',
    );
    expect(conditionOf(state({ refused_since: error.at })).words).toBe('Rejects its key or has no credit left');
    expect(conditionOf(state({ resting: true, last_success_at: '2026-01-03T00:00:00Z' })).is).toBe('bad');
  });

  it('has a place only where there are others', () => {
    expect([0, 1, 2].map((place) => placeWords({ place }, 3))).toEqual([
      'Tried first',
      'Tried as number 2',
      'Tried last',
    ]);
    expect(placeWords({ place: 0 }, 1)).toBe('');
  });
});

describe('a key that is refused', () => {
  it('is told until it is put aside, and again when it is refused anew', () => {
    const now = { id: 'chat-0', refused_since: '2026-01-02T00:00:00Z' };
    const aside = new Set([refusalName(now)]);
    expect(refusedOf([now, { id: 'chat-1', refused_since: null }], new Set())).toEqual([now]);
    expect(refusedOf([now], aside)).toEqual([]);
    expect(refusedOf([{ ...now, refused_since: '2026-01-03T00:00:00Z' }], aside)).toHaveLength(1);
  });
});

describe('a budget that is spent', () => {
  const site = { budget: 'site_tokens', limit: 20_000_000, used: 20_000_001, reached: 1 } as const;
  const address = { budget: 'address_tokens', limit: 2_000_000, used: null, reached: 2 } as const;

  it('is told until it is put aside, and again when more have reached it', () => {
    const untouched = { ...site, reached: 0 };
    expect(spentOf([untouched, address], new Set())).toEqual([address]);
    expect(spentOf([address], new Set([spentName(address)]))).toEqual([]);
    expect(spentOf([{ ...address, reached: 3 }], new Set([spentName(address)]))).toHaveLength(1);
  });

  it('says who answers meanwhile, and what sets it', () => {
    expect(spentWords(site)).toBe(
      'The site reached today’s limit of 20,000,000 tokens. Until midnight UTC, the embedded twin ' +
        'answers instead of the language model. LIMIT_SITE_TOKENS_PER_DAY sets this limit.',
    );
    expect(spentWords(address)).toMatch(/^2 addresses reached today’s limit of 2,000,000 tokens\. There, the/);
    expect(spentWords({ ...address, reached: 1 })).toMatch(/^One address reached/);
    const messages = { budget: 'address_messages', limit: 5_000, used: null, reached: 1 } as const;
    expect(spentWords(messages)).toMatch(/^One address reached today’s limit of 5,000 messages/);
    expect([budgetWords(site), budgetWords(address)]).toEqual([
      '20,000,001 of 20,000,000',
      'at most 2,000,000, reached by 2',
    ]);
  });
});

describe('what a threshold would have meant', () => {
  const week = [
    { lead_score: 91, contact_name: 'Ana Costa' },
    { lead_score: 76, contact_name: null },
    { lead_score: 20, contact_name: 'Tom' },
  ];

  it('is told by the best of those that reached it', () => {
    expect(weekWords(week, 95, 100)).toBe('In the last 7 days, nobody reached it.');
    expect(weekWords(week, 80, 100)).toBe('In the last 7 days, one conversation reached it: Ana Costa (91).');
    expect(weekWords(week, 76, 100)).toBe('In the last 7 days, 2 conversations reached it. The best: Ana Costa (91).');
    expect(weekWords(week, 1, 3)).toBe('In the last 7 days, 3 or more conversations reached it.');
  });
});

describe('words of the danger zone', () => {
  it('name what there is', () => {
    expect(countWords({ sessions: 2, notes: 0, strange_table: 1 })).toEqual([
      ['conversations', 2],
      ['strange table', 1],
    ]);
  });
});

describe('a change of settings in the audit log', () => {
  it('is told by its fields, before and after', () => {
    const from = { threshold: 70, webhook: true };
    const to = { threshold: 55, webhook: false };
    expect(settingsChangeWords({ group: 'notifications', from, to })).toEqual({
      group: 'Notifications',
      changes: ['threshold: 55 (was 70)', 'messages to the webhook off'],
    });
    expect(settingsChangeWords({ group: 'of old', from, to })).toBeNull();
    expect(settingsChangeWords({ group: 'hours', from: null, to: {} })).toBeNull();
  });
});

describe('the place in the settings', () => {
  it('is what the address names; a file belongs to the texts', () => {
    expect(settingsPlaceOf({ section: 'twin', file: 'persona.yaml' })).toEqual({
      section: 'twin',
      file: 'persona.yaml',
      question: null,
      passage: null,
    });
    const nothing = { file: null, question: null, passage: null };
    const prices = { section: 'twin', file: 'knowledge/prices.md', passage: 'vat' };
    expect(settingsPlaceOf(prices)).toMatchObject(prices);
    expect(settingsPlaceOf({ section: 'twin', passage: 'vat' })).toMatchObject({ passage: null });
    expect(settingsPlaceOf({ section: 'prices', file: 'persona.yaml', question: 'Why?' })).toEqual({
      section: 'prices',
      ...nothing,
    });
    expect(settingsPlaceOf({ section: 'twin', question: 'Why?' })).toMatchObject({ question: 'Why?' });
    expect(settingsPlaceOf({ section: 'cellar' })).toEqual({ section: null, ...nothing });
  });
});
