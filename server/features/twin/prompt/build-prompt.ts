import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestedCall } from '@understudy/contract/leads';
import type { KnowledgePassage, Mode, Twin } from '@understudy/contract/twin';
import type { HostPage } from '@understudy/contract/widget';
import type { Known } from '../reply/moves.ts';

type PromptTwin = Pick<Twin, 'persona' | 'consent' | 'knowledge'>;

/** The parts of a prompt that depend on the turn. */
export interface PromptTurn {
  performer: boolean;
  kind: 'message' | 'greeting' | 'followup';
  /** Passages that may answer, best first; used when not all of the knowledge fits. */
  nearest: readonly KnowledgePassage[];
  /** What the visitor said about themselves in this conversation. */
  known: Known;
  /** Memories of earlier conversations that relate to their words. */
  memories: readonly string[];
  /** Set for a returning visitor, with what they left open. */
  returning: { open: string | null; known: readonly string[] } | null;
  /** The call they have already requested; null for none. */
  call: RequestedCall | null;
  /** The page of somebody else's site on which they began; null when unknown. */
  page: HostPage | null;
  /** Whether they agreed that the conversation is kept; null when unknown. */
  consent: boolean | null;
  /** ISO 639-1 code of their language. */
  language: string;
  /** What the program does with this reply, or what the reply has to say. */
  done: readonly string[];
  /** Whether the reply must neither offer nor ask anything. */
  isQuiet: boolean;
  isGrieving: boolean;
  /** Whether what they said may be an emergency, which is the model's to judge. */
  mayBeEmergency: boolean;
  /** A question that would tell more about the visitor; null when there is none, or it was suggested before. */
  question: string | null;
}

/** A turn without any visitor: it gives the part of the prompt that everybody shares. */
export const PROMPT_OF_NOBODY: PromptTurn = {
  performer: false,
  kind: 'message',
  nearest: [],
  known: { name: null, company: null, role: null, size: null, budget: null, timeline: null, contact: null },
  memories: [],
  returning: null,
  call: null,
  page: null,
  consent: null,
  language: 'en',
  done: [],
  isQuiet: false,
  isGrieving: false,
  mayBeEmergency: false,
  question: null,
};

const CHARS_PER_TOKEN = 4;
/** Knowledge up to this many tokens is included whole. */
const KNOWLEDGE_TOKENS = 6_000;
/** Otherwise, tokens of the nearest passages to include: they differ each time, so no provider can cache them. */
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
  'page',
  'unkept',
  'call',
  'language',
  'done',
  'doubtful',
  'grief',
  'quiet',
  'offer',
  'question',
] as const;
type Block = (typeof BLOCKS)[number];

/** Blocks to keep private: manner and rules. The other blocks contain public knowledge, or the visitor's own words. */
const PRIVATE = [
  'identity',
  'rules',
  'performer',
  'welcome_back',
  'grief',
  'quiet',
  'offer',
] as const satisfies Block[];

/** Reads `prompt.md`. @throws Error naming a missing block */
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

const blocks = readBlocks();

/** A block with its placeholders filled in. */
const fill = (block: Block, values: Readonly<Record<string, string>>): string =>
  blocks[block].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

const listed = (sentences: readonly string[]): string => sentences.map((sentence) => `- ${sentence}`).join('\n');

/** The passages' lines, which prompts have again and again. */
const lines = new WeakMap<KnowledgePassage, string>();

/** A passage on one line. */
function lineOf(passage: KnowledgePassage): string {
  const { title, text } = passage;
  const line = lines.get(passage) ?? `- ${title}: ${text.replace(/\s+/g, ' ')}`;
  lines.set(passage, line);
  return line;
}

/** The first passages that fit, in order. */
function within(passages: readonly KnowledgePassage[], tokens: number): readonly KnowledgePassage[] {
  let room = tokens * CHARS_PER_TOKEN;
  const first = passages.findIndex((passage) => {
    room -= lineOf(passage).length + 1;
    return room < 0;
  });
  return first < 0 ? passages : passages.slice(0, first);
}

function valuesOf({ persona, consent }: PromptTwin): Record<string, string> {
  const { name, first_name, title, location, biography, services, contact, style } = persona;
  return {
    name,
    first_name,
    title: location ? `${title}, ${location}` : title,
    biography: biography.trim(),
    services: listed(
      services.length > 0
        ? services.map(({ name: called, summary, price, duration }) => {
            const figures = [price, duration].filter((figure) => figure !== undefined).join('; ');
            return `${called}: ${summary}${figures && ` ${figures}.`}`;
          })
        : ['None are written down.'],
    ),
    pricing: persona.pricing?.trim() ?? '',
    availability: persona.availability?.trim() ?? '',
    first_call: contact.note ? ` First call: ${contact.note.trim()}` : '',
    email: contact.email,
    languages: persona.languages.join(', '),
    opinions: listed(persona.opinions.length > 0 ? persona.opinions : ['Nothing is written down.']),
    calendar: contact.calendar ? ` Visitors may pick a time for it themselves at ${contact.calendar}.` : '',
    consent: consent.text.trim(),
    length: LENGTHS[style.length - 1] ?? '',
    manner: [FORMALITIES[style.formality - 1], HUMOURS[style.humour - 1]]
      .filter(Boolean)
      .map((sentence) => `\n- ${sentence}`)
      .join(''),
  };
}

/** What each position of the persona's sliders means, from 1 to 5. The middle adds nothing to the mode's own manner. */
const LENGTHS = [
  'one short sentence',
  'one or two short sentences',
  'one to three short sentences',
  'two to four sentences',
  'three to five sentences',
];
const FORMALITIES = [
  'Speak formally: whole sentences, no contractions, no slang.',
  'Speak courteously and correctly.',
  '',
  'Speak casually, as to a colleague.',
  'Speak casually, as to a friend: contractions and everyday words.',
];
const HUMOURS = [
  'Never joke.',
  'Stay serious; a dry remark at most.',
  '',
  'A light remark is welcome now and then.',
  'Be playful wherever the subject allows it.',
];

/** The beginning of a prompt. */
interface Beginning {
  text: string;
  /** Whether all of the knowledge fits. */
  isWhole: boolean;
  /** What all of the twin's blocks are filled with. */
  values: Readonly<Record<string, string>>;
}

/** The beginning that all visitors' prompts share, byte for byte, by twin and mode. */
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
  const beginning = { text: text.filter(Boolean).join('\n\n'), isWhole, values };
  ofTwin.set(mode, beginning);
  return beginning;
}

/** What the prompt calls each field of {@link Known}. */
const FIELD_LABELS: Record<keyof Known, string> = {
  name: 'name',
  role: 'role',
  company: 'company',
  size: 'people',
  budget: 'budget',
  timeline: 'time',
  contact: 'contact',
};

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });

/** Number of leading characters that a mode's prompts share for every visitor. */
export const sharedChars = (twin: PromptTwin, mode: Mode): number => beginningOf(twin, mode).text.length;

/** Tokens of a text, estimated for English. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN);

/** The facts about a visitor that a prompt contains, by field. No address in front of an audience. */
export const promptFacts = (known: Known, performer: boolean): (keyof Known)[] =>
  (Object.keys(FIELD_LABELS) as (keyof Known)[]).filter(
    (field) => known[field] !== null && !(performer && field === 'contact'),
  );

/**
 * Builds the system prompt for a reply from the blocks of `prompt.md`: who the model speaks for, in what manner, what
 * it may state as certain, what it must not do, and what is known about this visitor. The visitor's words are included
 * as data, since they may pretend to be instructions. Contains no secret: the caller appends a canary if one is wanted.
 *
 * @returns at most some 8,500 tokens, 6,000 of them knowledge
 */
export function buildSystemPrompt(twin: PromptTwin, mode: Mode, turn: PromptTurn): string {
  const { performer, kind, known, returning, call, page } = turn;
  const beginning = beginningOf(twin, mode);
  const nearest = beginning.isWhole ? [] : within(turn.nearest, NEAREST_TOKENS);
  // In front of an audience, do not repeat what visitors said in private.
  const remembered = performer ? [] : kind === 'greeting' ? (returning?.known ?? []) : turn.memories;
  const open = !performer && kind === 'greeting' && returning?.open ? [`Last time ${returning.open}.`] : [];
  const facts = promptFacts(known, performer).map((field) => `${FIELD_LABELS[field]}: ${known[field]}`);
  const isBack = !performer && kind === 'greeting' && returning !== null;
  // A show sells nothing: who wants a call asks for it, and is answered.
  const isOffered = kind === 'message' && !performer && !turn.isQuiet && call === null && turn.consent !== false;
  const values: Record<string, string> = { ...beginning.values, language: LANGUAGES.of(turn.language) ?? 'English' };
  const add = (isDue: boolean, block: Block, own: Record<string, string> = {}) =>
    isDue ? [fill(block, { ...values, ...own })] : [];
  return [
    beginning.text,
    ...add(performer, 'performer'),
    ...add(nearest.length > 0, 'nearest', { passages: nearest.map(lineOf).join('\n') }),
    ...add(isBack, 'welcome_back'),
    ...add(remembered.length + open.length > 0, 'remembered', { sentences: listed([...remembered, ...open]) }),
    ...add(facts.length > 0, 'known', { sentences: listed(facts) }),
    ...add(page !== null && !performer, 'page', { page: JSON.stringify(page) }),
    ...add(turn.consent === false, 'unkept'),
    // In front of an audience, do not mention an address.
    ...add(call !== null, 'call', { wish: JSON.stringify(performer ? { ...call, email: undefined } : call) }),
    ...add(turn.language !== 'en', 'language'),
    ...add(turn.done.length > 0, 'done', { sentences: listed(turn.done) }),
    ...add(turn.mayBeEmergency, 'doubtful'),
    ...add(turn.isGrieving, 'grief'),
    // On stage, the orders of the show say what to offer and to ask.
    ...add(kind === 'message' && turn.isQuiet && !turn.isGrieving && !performer, 'quiet'),
    ...add(isOffered, 'offer'),
    ...add(isOffered && turn.question !== null, 'question', { question: turn.question ?? '' }),
  ].join('\n\n');
}

/** Parts of the private notes that everybody is told anyway. */
export const openlySaid = ({ persona }: Pick<PromptTwin, 'persona'>): string[] => [
  persona.name,
  persona.first_name,
  persona.title,
  ...(persona.location ? [persona.location] : []),
  persona.contact.email,
];

/** The part of the prompt that no reply may recite: manner and rules. */
export function privateNotes(twin: PromptTwin, mode: Mode): string {
  const values = valuesOf(twin);
  return [mode.systemPrompt, ...PRIVATE.map((block) => fill(block, values))].join('\n');
}
