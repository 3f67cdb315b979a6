/** The words for codes in an export are those of the pages, where a page has them. */
import { globSync, readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '@understudy/contract/languages';
import { INTENTS } from '@understudy/contract/leads';
import { expect, test } from 'vitest';
import { VALUES, valueWords } from './export-values.ts';

/** All texts of the pages in a language, by their ids. */
const textsIn = (language: Language): Record<string, string> =>
  Object.assign(
    {},
    ...globSync(new URL(`../../../web/texts/${language}/*.json`, import.meta.url).pathname).map((file) =>
      JSON.parse(readFileSync(file, 'utf8')),
    ),
  );

const intents = Object.fromEntries(INTENTS.map((intent) => [intent, `intent.${intent}`]));
/** Codes by their columns, with the ids of the pages' texts; after a colon, the case of a text with cases. */
const SAID_ON_PAGES: Record<string, Record<string, string>> = {
  ...{ intent: intents, final_intent: intents, from: intents, to: intents },
  rule: {
    intent: 'session.whatTheyWant',
    need: 'session.whatTheyNeed',
    company: 'session.whereTheyWork',
    role: 'session.theirRole',
    authority: 'session.decisionMaker',
    budget: 'session.budget',
    timeline: 'session.timeline',
    urgency: 'session.urgency',
    request: 'session.askedForANextStep',
    email: 'session.leftAnAddress',
    phone: 'session.leftANumber',
    engagement: 'session.engagement',
    no_budget: 'session.noBudget',
    ceiling: 'session.limitedToThis',
  },
  status: {
    new: 'session.new',
    contacted: 'session.contacted',
    qualified: 'session.qualified',
    won: 'session.won',
    lost: 'session.lost',
    cancelled: 'bookings.cancelled',
  },
  // As the buttons that the visitor has pressed.
  cta_chosen: {
    book_call: 'leads.usual.book_call',
    leave_email: 'leads.usual.leave_email',
    get_summary: 'leads.usual.get_summary',
  },
  priority: { high: 'session.priority:high', medium: 'session.priority:medium', low: 'session.priority:low' },
  category: {
    sales: 'items.category:sales',
    promise: 'items.category:promise',
    support: 'items.category:support',
    'follow-up': 'items.category:follow_up',
  },
  // As the part of the privacy page where the visitor corrects them.
  field: {
    name: 'desk.fact.name',
    email: 'desk.fact.email',
    phone: 'desk.fact.phone',
    company: 'desk.fact.company',
    role: 'desk.fact.role',
  },
};
/** Codes that no page words, or that pages word for the owner, of whom an export speaks as somebody else. */
const SAID_HERE_ONLY: Record<string, readonly string[]> = {
  status: ['open', 'running', 'done', 'interrupted', 'partial', 'failed', 'confirmed'],
  cancelled_by: ['visitor', 'owner'],
  end_reason: ['visitor', 'idle', 'gone'],
  owner: ['you', 'visitor'],
  kind: [
    ...['fact', 'preference', 'thread', 'promise', 'message', 'greeting', 'followup', 'voice', 'transcription'],
    ...['action_item', 'booking'],
  ],
  sentiment: ['positive', 'neutral', 'negative'],
  analyser: ['embedded', 'merged', 'visitor'],
  offer: ['asked', 'score'],
};

/** A text, or one case of it. */
function textOf(texts: Record<string, string>, id: string): string | undefined {
  const [whole = '', one] = id.split(':');
  const text = texts[whole];
  return one === undefined ? text : new RegExp(`[ ,]${one} \\{([^{}]+)\\}`).exec(text ?? '')?.[1];
}

test.each(LANGUAGES)('a code has the words that a page has for it, in %s', (language) => {
  const texts = textsIn(language);
  const differing: string[] = [];
  for (const [column, codes] of Object.entries(SAID_ON_PAGES))
    for (const [code, id] of Object.entries(codes)) {
      const [here, there] = [valueWords(column, code, language), textOf(texts, id)];
      // Pages begin labels with a capital.
      if (!here || here.toLowerCase() !== there?.toLowerCase()) differing.push(`${column} ${code}: ${here}, ${there}`);
    }
  expect(differing).toEqual([]);
});

test('every code of an export is compared, or is known to be said there only', () => {
  const told = Object.entries(VALUES).map(([column, codes]) => [column, Object.keys(codes).sort()]);
  const known = Object.keys(VALUES).map((column) => [
    column,
    [...Object.keys(SAID_ON_PAGES[column] ?? {}), ...(SAID_HERE_ONLY[column] ?? [])].sort(),
  ]);
  expect(known).toEqual(told);
});
