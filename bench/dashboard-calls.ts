import { CHARTS, type Chart } from '@understudy/contract/analytics';
import { writeCursor } from '../server/platform/database/cursor.ts';
import type { OwnerClient } from './owner-client.ts';

/** A call of the dashboard; repetitions may vary it. */
export interface DashboardCall {
  name: string;
  path: (round: number) => string;
}

interface Listed {
  id: string;
  contact_name: string | null;
  email: string | null;
  started_at: string;
}

const RANGE = 'range=90d';
const pick = <Item>(items: readonly Item[], round: number): Item => items[round % items.length] as Item;
const q = (text: string) => encodeURIComponent(text);

/** The name of a chart's call. */
export const chartCall = (chart: Chart): string => `chart: ${chart.replaceAll('_', ' ')}`;

/** The dashboard's calls over the stored data: cards, lists, searches, one session, each chart. */
export async function dashboardCalls(owner: OwnerClient): Promise<DashboardCall[]> {
  const { items } = JSON.parse((await owner.get(`/sessions?${RANGE}&sort=score&limit=100`)).text) as {
    items: Listed[];
  };
  const named = items.filter(({ contact_name }) => contact_name);
  const reached = items.filter(({ email }) => email);
  const firstNames = named.map(({ contact_name }) => contact_name?.split(' ')[0] ?? '');
  const lastNames = named.map(({ contact_name }) => contact_name?.split(' ').at(-1) ?? '');
  const id = '00000000-0000-4000-8000-000000000000';
  const daysAgo = (days: number) => String((Date.now() - days * 86_400_000) * 1000);
  // Positions too deep to page to in reasonable time: nine tenths into the list.
  const deep = (sort: string, key: number) => {
    const cursor = writeCursor({ sort, after: { key, startedAt: daysAgo(81), id }, hits: null });
    return `/sessions?${RANGE}&sort=${sort}&cursor=${cursor}`;
  };
  const lists = ['score', 'date', 'duration'].map((sort) => ({
    name: `list by ${sort}`,
    path: () => `/sessions?${RANGE}&sort=${sort}`,
  }));
  const search = (name: string, what: (round: number) => string) => ({
    name: `search for ${name}`,
    path: (round: number) => `/sessions?${RANGE}&q=${q(what(round))}`,
  });
  const said = (name: string, what: readonly string[]) => ({
    name: `transcripts: ${name}`,
    path: (round: number) => `/search?q=${q(pick(what, round))}`,
  });
  return [
    { name: 'cards', path: (round) => `/stats?range=${pick(['1d', '7d', '30d', '90d'], round)}` },
    ...lists,
    { name: 'list of one intent', path: () => `/sessions?${RANGE}&sort=score&intent=purchase_intent` },
    { name: 'deep page by score', path: () => deep('score', 1) },
    { name: 'deep page by date', path: () => deep('date', 0) },
    { name: 'deep page by duration', path: () => deep('duration', 1) },
    search('a first name', (round) => pick(firstNames, round)),
    search('a last name', (round) => pick(lastNames, round)),
    search('first and last name', (round) => pick(named, round).contact_name ?? ''),
    search('an address', (round) => pick(reached, round).email ?? ''),
    search('two letters', (round) => pick(firstNames, round).slice(0, 2)),
    search('what nobody has', (round) => `qzx${round}vvj`),
    { name: 'one session', path: (round) => `/sessions/${pick(items, round).id}` },
    said('a frequent word', ['price', 'team', 'founder', 'workshop', 'help']),
    said('two words', ['price team', 'budget weeks', 'decision meeting', 'handover plan']),
    said('a rare word', ['retainer', 'hamburg', 'keynote', 'kubernetes', 'gdpr']),
    said('what nobody said', ['qzxvvj', 'xylozoic', 'zzyzx']),
    { name: 'action items', path: () => '/action-items' },
    ...CHARTS.map((chart) => ({
      name: chartCall(chart),
      path: () => `/analytics?${RANGE}&chart=${chart}`,
    })),
  ];
}
