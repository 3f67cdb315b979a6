import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { NO_TURN } from '../../features/conversation/turn.ts';
import type { ActionItem } from '../../features/leads/after/action-item.ts';
import { actionItemsOf } from '../../features/leads/after/action-items.ts';
import { summarise } from '../../features/leads/after/summary.ts';
import { SessionAnalysis, understandLines } from '../../features/leads/analyser.ts';
import { handoffOf } from '../../features/leads/finish-session.ts';
import { analysisRow } from '../../features/leads/session-analyses.ts';
import { createUnderstand } from '../../features/understanding/understand.ts';
import { type LabelledConversation, readConversations } from '../evaluate/conversation.ts';
import { visitorLines } from '../evaluate/predict.ts';
import { figuresOfTemplate, type TemplateFigures, type TimedTurn } from './figures.ts';
import { NO_ANSWERS, OPEN_QUESTIONS } from './questions.ts';

/** By words alone, without an encoder: these conversations are invented, and there are many. */
const understand = createUnderstand(null);

type Messages = LabelledConversation['messages'];

/** For this many templates there is one more with an open question. */
const TEMPLATES_PER_QUESTION = 8;

/** Marks that stand for the person's name and address in a template's texts. */
export const NAME_MARK = '\u0002';
export const EMAIL_MARK = '\u0003';

/** Milliseconds per character that people take to type, and twins to speak. */
const VISITOR_MS_PER_CHAR = 90;
const AGENT_MS_PER_CHAR = 45;
/** Minimum numbers of messages, used in turn; together with longer conversations, ten messages on average. */
const MIN_LENGTHS = [2, 3, 4, 6, 8, 10, 15] as const;
/** What the twin says before the visitor changes the subject. */
const TRANSITIONS = [
  'That makes sense to me. What else would you like to go through?',
  'Understood, thank you for putting it so plainly. Is there more behind it?',
  'Good to know. Where would you like to go from here?',
] as const;
/** The time between two messages, for reading, thinking and looking away. */
const BETWEEN_MS = 9_000;
/** Calls to action. The share of visitors who choose one is about their score. */
const CTAS = ['book_call', 'leave_email', 'get_summary'] as const;
/** Topics of conversations, as titles of passages, with the words that show them. */
const TOPICS: readonly [title: string, sign: RegExp][] = [
  ['Decisions that wait for one person', /\b(?:decid|decision|approv|sign.?off|bottleneck|waits? for)/i],
  ['Prices', /\b(?:price|cost|budget|fee|rate|quote|afford)/i],
  ['Working with a team', /\b(?:team|staff|people|employees|crew)\b/i],
  ['Workshops', /\b(?:workshop|training|offsite|course)/i],
  ['The first call', /\b(?:call|meeting|talk to|appointment|book)\b/i],
  ['Growth without chaos', /\b(?:grow|scal|hiring|doubled)/i],
  ['Projects that are late', /\b(?:late|deadline|overdue|delay)/i],
  ['AI in daily work', /\b(?:ai|automat|chatbot|gpt)\b/i],
  ['Talks and conferences', /\b(?:keynote|conference|speaker|panel)\b/i],
  ['Handing over a company', /\b(?:successor|succession|retire|hand(?:ing)? over)/i],
  ['How it works', /\b(?:how do you|method|process|approach|works?\b)/i],
];
const MAX_TOPICS = 3;

/** One conversation with the product's complete analysis, reused by other people at other times. */
export interface SeedTemplate {
  lines: { seq: number; turn: number; speaker: 'visitor' | 'agent'; text: string; atMs: number }[];
  /** Until its end. */
  durationMs: number;
  analyses: (ReturnType<typeof analysisRow> & { atMs: number })[];
  intent: string | null;
  score: number;
  hasName: boolean;
  hasEmail: boolean;
  company: string | null;
  role: string | null;
  cta: string | null;
  summary: ReturnType<typeof summarise>;
  items: ActionItem[];
  /** Whether it contains a question that the twin could not answer. */
  open: boolean;
  counted: TemplateFigures;
}

/**
 * Reads conversations and runs the product's own analysis on them.
 *
 * @param folder of files of labelled conversations
 * @param max maximum number of conversations, taken evenly from all of them; some more have an open question
 */
export async function readTemplates(folder: string, max: number): Promise<SeedTemplate[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.jsonl')).sort();
  const all: LabelledConversation[] = [];
  for (const file of files) all.push(...(await readConversations(path.join(folder, file))));
  const step = Math.max(1, all.length / max);
  const templates: SeedTemplate[] = [];
  for (let at = 0; at < all.length && templates.length < max; at += step) {
    const place = Math.floor(at);
    if (all[place]) templates.push(await templateOf(lengthened(all, place), templates.length));
  }
  // Templates with an open question come last: fewer people have them.
  const asked = OPEN_QUESTIONS.slice(0, Math.ceil(templates.length / TEMPLATES_PER_QUESTION));
  for (const [at, question] of asked.entries()) {
    const place = Math.floor(((at * all.length) / asked.length + all.length / 2) % all.length);
    if (!all[place]) continue;
    const reply = NO_ANSWERS[at % NO_ANSWERS.length] ?? NO_ANSWERS[0];
    const open: Messages = [
      { speaker: 'visitor', text: question },
      { speaker: 'agent', text: reply },
    ];
    templates.push(await templateOf([...lengthened(all, place), ...open], templates.length, true));
  }
  return templates;
}

/**
 * Lengthens a conversation, because the written examples are shorter than real ones: continues with what others asked
 * about the same intent, without their personal data.
 */
function lengthened(all: readonly LabelledConversation[], place: number): Messages {
  const messages = [...(all[place]?.messages ?? [])];
  const wanted = MIN_LENGTHS[place % MIN_LENGTHS.length] ?? 0;
  const intent = all[place]?.labels?.intent;
  for (let away = 1; away < all.length && messages.length < wanted; away += 1) {
    const { labels, messages: more } = all[(place + away) % all.length] ?? {};
    const isPersonal = !labels || labels.person_name || labels.contact_email || labels.company;
    if (isPersonal || !more || (labels.intent !== intent && labels.intent !== 'general_chat')) continue;
    if (messages.at(-1)?.speaker === 'visitor')
      messages.push({ speaker: 'agent', text: TRANSITIONS[messages.length % TRANSITIONS.length] ?? TRANSITIONS[0] });
    messages.push(...more);
  }
  return messages;
}

/** Analyses a conversation as the product does. @param open whether it contains a question without an answer */
async function templateOf(messages: Messages, place: number, open = false): Promise<SeedTemplate> {
  const analysis = new SessionAnalysis(0);
  const heard = new Map(visitorLines(messages).map((line) => [line.seq, line]));
  const lines: SeedTemplate['lines'] = [];
  const analyses: SeedTemplate['analyses'] = [];
  let atMs = 0;
  let turn = -1;
  for (const [seq, { speaker, text }] of messages.entries()) {
    if (speaker === 'visitor' || turn < 0) turn += 1;
    atMs += text.length * (speaker === 'visitor' ? VISITOR_MS_PER_CHAR : AGENT_MS_PER_CHAR);
    lines.push({ seq, turn, speaker, text, atMs });
    const line = heard.get(seq);
    if (line) {
      const begun = analysis.log.length;
      const added = analysis.addLines(await understandLines(understand, [line]));
      analyses.push({
        ...analysisRow({ id: NO_TURN, erasures: 0 }, seq, 'embedded', analysis.extract(), added, begun),
        atMs,
      });
    }
    atMs += BETWEEN_MS;
  }
  const { person_name: name, contact_email: email } = analysis.extract().entities;
  const score = analysis.extract().lead_score;
  const timed = lines.map(({ turn: turnId, atMs: at, ...line }) => ({
    ...line,
    turnId: `${turnId}`,
    at: new Date(at),
  }));
  const asked = await handoffOf(timed, analysis, 'UTC');
  const items = await actionItemsOf(analysis.facts, score, timed, asked);
  const consultant = 'the consultant';
  const mark = createMarker(name, email);
  const topics = topicsOf(messages.flatMap(({ speaker, text }) => (speaker === 'visitor' ? [text] : [])).join('\n'));
  const cta = place % 100 < score ? (CTAS[place % CTAS.length] ?? null) : null;
  // Pain points that name the person are left out, because charts show them as terms.
  for (const { extract: read } of analyses) read.pain_points = read.pain_points.filter((pain) => mark(pain) === pain);
  const counted = figuresOfTemplate(place, turnsOf(lines), {
    intent: analysis.extract().intent,
    score,
    contact: email !== null || analysis.extract().contact_info !== null,
    cta: cta !== null,
    pains: analyses.at(-1)?.extract.pain_points ?? [],
    topics,
  });
  return withWholeQuotes(
    mark({
      open,
      counted,
      lines,
      durationMs: atMs,
      analyses,
      intent: analysis.extract().intent,
      score,
      hasName: name !== null,
      hasEmail: email !== null,
      company: analysis.extract().company,
      role: analysis.extract().entities.role,
      cta,
      summary: summarise({ facts: analysis.facts, score, lines: timed, items, topics, consultant, asked }),
      items,
    }),
  );
}

/** Ends a quote that was cut within a name before it: another name would not be cut in the same place. */
function withWholeQuotes(template: SeedTemplate): SeedTemplate {
  for (const signal of template.analyses.flatMap(({ signals }) => signals)) {
    const text = template.lines[signal.seq]?.text ?? '';
    while (!text.includes(signal.quote)) signal.quote = signal.quote.slice(0, -1);
  }
  return template;
}

/** The visitor's message of each turn, and its answer. */
export function turnsOf(lines: SeedTemplate['lines']): (TimedTurn & { atMs: number })[] {
  const turns = new Map<number, TimedTurn & { atMs: number }>();
  for (const { turn, seq, speaker, text, atMs } of lines) {
    const known = turns.get(turn) ?? { turn, asked: null, text: '', atMs };
    if (speaker === 'visitor') turns.set(turn, { ...known, asked: { seq, text } });
    else turns.set(turn, { ...known, text: [known.text, text].filter(Boolean).join(' ') });
  }
  return [...turns.values()];
}

/** Creates a function that replaces a person's name and address by the marks anywhere in a value. */
function createMarker(name: string | null, email: string | null): <Value>(value: Value) => Value {
  const words: [string, string][] = [];
  if (email) words.push([email, EMAIL_MARK]);
  if (name) words.push([name, NAME_MARK]);
  const inText = (text: string) => words.reduce((marked, [word, mark]) => marked.replaceAll(word, mark), text);
  const inAll = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map(inAll);
    if (value === null || typeof value !== 'object' || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inAll(one)]));
  };
  return (value) => inAll(value) as typeof value;
}

/** Topics of a conversation by the visitor's words, the most general last. */
function topicsOf(words: string): string[] {
  return TOPICS.filter(([, sign]) => sign.test(words))
    .map(([title]) => title)
    .slice(0, MAX_TOPICS);
}
