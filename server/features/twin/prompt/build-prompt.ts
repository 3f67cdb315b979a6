/** The system prompt of language models, put together from the blocks of `prompt.md`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestedCall } from '@understudy/contract/leads';
import type { KnowledgePassage, Mode, Twin } from '@understudy/contract/twin';
import type { Known } from '../reply/compose.ts';

/** What of a twin a prompt tells. */
export type PromptTwin = Pick<Twin, 'persona' | 'consent' | 'knowledge'>;

/** What the words at hand ask of the reply. */
export interface PromptTurn {
  performer: boolean;
  kind: 'message' | 'greeting' | 'followup';
  /** Passages that may answer, best first; they are told where not all of the knowledge is. */
  nearest: readonly KnowledgePassage[];
  /** What the visitor said of themselves in this conversation. */
  known: Known;
  /** What they told in earlier conversations and their words call up. */
  memories: readonly string[];
  /** Who was here before, and what they left open. */
  returning: { open: string | null; known: readonly string[] } | null;
  /** The call that they asked for already; null when they did not. */
  call: RequestedCall | null;
  /** Whether they agreed that the conversation is kept; null where that is not known. */
  consent: boolean | null;
  /** ISO 639-1 code of their words. */
  language: string;
  /** What the program does with this reply, or what has to be said in it. */
  done: readonly string[];
  /** Whether nothing is to be offered and asked. */
  isQuiet: boolean;
  isGrieving: boolean;
  /** What would be good to know of the visitor, as a question; null where nothing is, or where it was suggested. */
  question: string | null;
}

/** Of nobody in particular, who says nothing: what is the same for all. */
export const PROMPT_OF_NOBODY: PromptTurn = {
  performer: false,
  kind: 'message',
  nearest: [],
  known: { name: null, company: null, role: null, size: null, budget: null, timeline: null, contact: null },
  memories: [],
  returning: null,
  call: null,
  consent: null,
  language: 'en',
  done: [],
  isQuiet: false,
  isGrieving: false,
  question: null,
};

const CHARS_PER_TOKEN = 4;
/** All of a folder's knowledge is told up to so many tokens. */
const KNOWLEDGE_TOKENS = 6_000;
/** Beyond that, so many of the passages that are nearest: they are other ones each time, and no provider caches them. */
const NEAREST_TOKENS = 3_000;

const BLOCKS = [
  'identity',
  'rules',
  'facts',
  'knowledge',
  'performer',
  'nearest',
  'welcome_back',
  'remembered',
  'known',
  'unkept',
  'call',
  'language',
  'done',
  'grief',
  'quiet',
  'offer',
  'question',
] as const;
type Block = (typeof BLOCKS)[number];

/** Blocks that are nobody's business: manner and rules. What the others hold is public, or the visitor's own. */
const PRIVATE = [
  'identity',
  'rules',
  'performer',
  'welcome_back',
  'grief',
  'quiet',
  'offer',
] as const satisfies Block[];

const blocks = readBlocks();

function readBlocks(): Readonly<Record<Block, string>> {
  const file = readFileSync(path.join(import.meta.dirname, 'prompt.md'), 'utf8');
  const found = new Map(
    file
      .split(/^## /m)
      .slice(1)
      .map((part) => {
        const [name = '', ...lines] = part.split('\n');
        return [name.trim(), lines.join('\n').trim()];
      }),
  );
  return Object.fromEntries(
    BLOCKS.map((name) => {
      const text = found.get(name);
      if (!text) throw new Error(`prompt.md has no block '${name}'`);
      return [name, text];
    }),
  ) as Record<Block, string>;
}

const fill = (block: Block, values: Readonly<Record<string, string>>): string =>
  blocks[block].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

const listed = (sentences: readonly string[]): string => sentences.map((sentence) => `- ${sentence}`).join('\n');

/** A passage on one line. */
const lineOf = ({ title, text }: KnowledgePassage): string => `- ${title}: ${text.replace(/\s+/g, ' ')}`;

/** As many passages as there is room for, in their order. */
function within(passages: readonly KnowledgePassage[], tokens: number): readonly KnowledgePassage[] {
  let room = tokens * CHARS_PER_TOKEN;
  const first = passages.findIndex((passage) => {
    room -= lineOf(passage).length + 1;
    return room < 0;
  });
  return first < 0 ? passages : passages.slice(0, first);
}

function valuesOf({ persona, consent }: PromptTwin): Record<string, string> {
  const { name, first_name, title, location, biography, services, contact } = persona;
  return {
    name,
    first_name,
    title,
    location,
    biography: biography.trim(),
    services: listed(
      services.map(({ name: called, summary, price, duration }) => `${called}: ${summary} ${price}; ${duration}.`),
    ),
    pricing: persona.pricing.trim(),
    availability: persona.availability.trim(),
    contact_note: contact.note.trim(),
    email: contact.email,
    languages: persona.languages.join(', '),
    opinions: listed(persona.opinions),
    consent: consent.text.trim(),
  };
}

interface Beginning {
  text: string;
  /** Whether it holds all of the knowledge. */
  isWhole: boolean;
}

/** What every visitor's prompt begins with, byte for byte, by twin and mode. */
const beginnings = new WeakMap<PromptTwin, Map<Mode, Beginning>>();

function beginningOf(twin: PromptTwin, mode: Mode): Beginning {
  const ofTwin = beginnings.get(twin) ?? new Map<Mode, Beginning>();
  beginnings.set(twin, ofTwin);
  const made = ofTwin.get(mode);
  if (made) return made;
  const values = valuesOf(twin);
  const isWhole = within(twin.knowledge, KNOWLEDGE_TOKENS).length === twin.knowledge.length;
  const text = [
    fill('identity', values),
    mode.systemPrompt.trim(),
    fill('rules', values),
    fill('facts', values),
    isWhole && twin.knowledge.length > 0
      ? fill('knowledge', { ...values, passages: twin.knowledge.map(lineOf).join('\n') })
      : null,
  ];
  const beginning = { text: text.filter(Boolean).join('\n\n'), isWhole };
  ofTwin.set(mode, beginning);
  return beginning;
}

const LABELS: Record<keyof Known, string> = {
  name: 'name',
  role: 'role',
  company: 'company',
  size: 'people',
  budget: 'budget',
  timeline: 'time',
  contact: 'contact',
};

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });

/** How many characters of a mode's prompts are the same for every visitor. */
export const sharedChars = (twin: PromptTwin, mode: Mode): number => beginningOf(twin, mode).text.length;

/** Tokens of a text, estimated for English. */
export const tokensOf = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN);

/**
 * What a language model is told for a reply: who it speaks for, in which manner, what it may say for certain, what it
 * must not do, and what is known of this visitor. What visitors said stands there as data, since it may pretend to be
 * instructions. Holds no secret: a canary, where one is wanted, is put behind it.
 * @returns at most some 8,500 tokens, 6,000 of them knowledge
 */
export function buildSystemPrompt(twin: PromptTwin, mode: Mode, turn: PromptTurn): string {
  const { performer, kind, known, returning, call } = turn;
  const beginning = beginningOf(twin, mode);
  const nearest = beginning.isWhole ? [] : within(turn.nearest, NEAREST_TOKENS);
  // Before an audience nobody is told what they said in private.
  const remembered = performer ? [] : kind === 'greeting' ? (returning?.known ?? []) : turn.memories;
  const open = !performer && kind === 'greeting' && returning?.open ? [`Last time ${returning.open}.`] : [];
  const facts = (Object.keys(LABELS) as (keyof Known)[])
    .filter((field) => known[field] !== null && !(performer && field === 'contact'))
    .map((field) => `${LABELS[field]}: ${known[field]}`);
  const isBack = !performer && kind === 'greeting' && returning !== null;
  const isOffered = kind === 'message' && !turn.isQuiet && call === null && turn.consent !== false;
  const values: Record<string, string> = { ...valuesOf(twin), language: LANGUAGES.of(turn.language) ?? 'English' };
  const add = (isDue: boolean, block: Block, own: Record<string, string> = {}) =>
    isDue ? [fill(block, { ...values, ...own })] : [];
  return [
    beginning.text,
    ...add(performer, 'performer'),
    ...add(nearest.length > 0, 'nearest', { passages: nearest.map(lineOf).join('\n') }),
    ...add(isBack, 'welcome_back'),
    ...add(remembered.length + open.length > 0, 'remembered', { sentences: listed([...remembered, ...open]) }),
    ...add(facts.length > 0, 'known', { sentences: listed(facts) }),
    ...add(turn.consent === false, 'unkept'),
    // Before an audience no address is named.
    ...add(call !== null, 'call', { wish: JSON.stringify(performer ? { ...call, email: undefined } : call) }),
    ...add(turn.language !== 'en', 'language'),
    ...add(turn.done.length > 0, 'done', { sentences: listed(turn.done) }),
    ...add(turn.isGrieving, 'grief'),
    ...add(kind === 'message' && turn.isQuiet && !turn.isGrieving, 'quiet'),
    ...add(isOffered, 'offer'),
    ...add(isOffered && turn.question !== null, 'question', { question: turn.question ?? '' }),
  ].join('\n\n');
}

/** What stands in those notes and is told everybody. */
export const openlySaid = ({ persona }: Pick<PromptTwin, 'persona'>): string[] => [
  persona.name,
  persona.first_name,
  persona.title,
  persona.location,
  persona.contact.email,
];

/** The part of the prompt that no reply may recite: manner and rules. */
export function privateNotes(twin: PromptTwin, mode: Mode): string {
  const values = valuesOf(twin);
  return [mode.systemPrompt, ...PRIVATE.map((block) => fill(block, values))].join('\n');
}
