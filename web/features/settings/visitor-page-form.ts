import { STARTER_MAX_CHARS, STARTERS_MAX, type VisitorPageSettings } from '@understudy/contract/settings';
import { type GroupForm, type Problem, readingOf } from './group-forms.ts';

/** The switches in their order. */
export const VISITOR_SWITCHES = ['analysis', 'models', 'voice', 'waitlist', 'dashboard_link'] as const;
type VisitorSwitch = (typeof VISITOR_SWITCHES)[number];

/** What the section says. */
export const VISITOR_WORDS = {
  introduction:
    'The chat works without any of this. What you switch off is never sent to visitors’ browsers, and takes effect ' +
    'within 15 seconds on open pages. Your dashboard always shows everything.',
  starters: 'Starter questions',
  startersHint:
    `One per line, at most ${STARTERS_MAX}. The first three appear under the first message, the next three after ` +
    'each reply. A click sends the question. Leave it empty for none. {first_name} and {name} are replaced with your ' +
    'name.',
  changed: 'starter questions changed',
  tooMany: (count: number) => `Enter at most ${STARTERS_MAX} questions. There are ${count}.`,
  tooLong: (line: string) => `“${line.slice(0, 30)}...” has more than ${STARTER_MAX_CHARS} characters. Shorten it.`,
} as const;

/** Each switch with its label, what it shows, and what turning it on or off changes. */
export const SWITCH_WORDS: Record<VisitorSwitch, { label: string; about: string; on: string; off: string }> = {
  analysis: {
    label: 'Show visitors their analysis',
    about:
      'The ‘Conversation Analysis’ card with intent, lead score, its reasons and follow-up actions, and two badges in ' +
      'the chat header on wide screens. Useful for demos. Customers may not want to see how they are scored.',
    on: 'visitors see their analysis',
    off: 'visitors do not see their analysis',
  },
  models: {
    label: 'Let visitors choose the model',
    about:
      'The model picker in the chat, and which model answered. Without it, every reply comes from your default model.',
    on: 'visitors choose the model',
    off: 'visitors do not choose the model',
  },
  voice: {
    label: 'Let visitors talk and listen',
    about: 'The ‘Talk’ button, the microphone and spoken replies. Without it, visitors type and read.',
    on: 'visitors can talk and listen',
    off: 'visitors cannot talk and listen',
  },
  waitlist: {
    label: 'Show the waitlist',
    about: 'The ‘Request Early Access’ form on the landing page. Without it, no further address is taken.',
    on: 'the waitlist is shown',
    off: 'the waitlist is not shown',
  },
  dashboard_link: {
    label: 'Link to the dashboard',
    about: 'In the header and footer of visitors’ pages. Without it, open the dashboard by its address: /admin.',
    on: 'visitors’ pages link to the dashboard',
    off: 'visitors’ pages do not link to the dashboard',
  },
};

/** The switches, and the questions as typed: one per line. */
export interface VisitorPageForm extends Record<VisitorSwitch, boolean> {
  starters: string;
}

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

export const visitorPageForm: GroupForm<VisitorPageSettings, VisitorPageForm> = {
  // An entry of the audit log from an earlier release has no questions.
  toForm: ({ starters = [], ...switches }) => ({ ...switches, starters: starters.join('\n') }),
  read({ starters, ...switches }) {
    const lines = linesOf(starters);
    const long = lines.find((line) => line.length > STARTER_MAX_CHARS);
    const problems: Problem[] = [];
    if (lines.length > STARTERS_MAX) problems.push({ field: 'starters', message: VISITOR_WORDS.tooMany(lines.length) });
    else if (long) problems.push({ field: 'starters', message: VISITOR_WORDS.tooLong(long) });
    return readingOf(problems, () => ({ ...switches, starters: lines }));
  },
  changes(before, after) {
    const changed = VISITOR_SWITCHES.filter((name) => before[name] !== after[name]);
    return [
      ...changed.map((name) => SWITCH_WORDS[name][after[name] ? 'on' : 'off']),
      ...(linesOf(before.starters).join('\n') === linesOf(after.starters).join('\n') ? [] : [VISITOR_WORDS.changed]),
    ];
  },
};
