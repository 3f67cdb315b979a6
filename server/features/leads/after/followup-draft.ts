import type { Persona } from '@understudy/contract/twin';
import type { Request } from '../../understanding/index.ts';
import type { Draft } from '../model/write.ts';
import { dateOf } from './earlier.ts';
import { wantsNoCall } from './handoff-items.ts';
import { quoted } from './open-questions.ts';
import { openOf, type SummaryInput, wantsOf } from './summary.ts';
import { refusalOf } from './written-to.ts';

/** Input for a draft, in addition to the summary's. */
export interface DraftInput extends SummaryInput {
  persona: Persona;
  /** The visitor's name; null when unknown. */
  name: string | null;
  /** Time of the conversation. */
  at: Date;
}

/** Longest quote of the visitor's words, in characters. */
const MAX_QUOTED_CHARS = 300;
/** Questions answered in one email. */
const MAX_QUESTIONS = 2;

/** What to write to somebody who made a request about their stored data. */
const OWN_RIGHTS: Partial<Record<Request, string>> = {
  delete_data: 'asked me to delete what is kept of you',
  withdraw_consent: 'asked me to stop keeping what you say',
  see_data: 'asked me to show you what is kept of you',
  correct_data: 'asked me to correct what is kept of you',
};

/**
 * Drafts the email by rules: what the visitor said and asked, in their words, with gaps that only the owner can fill.
 */
export function draftByRules(input: DraftInput): Draft {
  const { asked, persona, name, at, facts } = input;
  const first = name?.split(/\s+/)[0];
  const day = dateOf(at);
  const complaint = asked?.requests.complaint ?? null;
  const right = asked?.requests.others.map(({ request }) => OWN_RIGHTS[request]).findLast(Boolean) ?? null;
  const offers = !complaint && !right && !facts.disqualified && !(asked && wantsNoCall(asked));
  const beginning = complaint
    ? complaint.kind === 'complaint'
      ? `You wrote to my AI twin on ${day}: ${told(complaint.words)} I am sorry about that. [what you do about it]`
      : `You asked my AI twin on ${day} to speak with me: ${told(complaint.words)} [your answer]`
    : right
      ? `On ${day} you ${right}. [what you have done about it]`
      : thanksFor(input, day);
  const paragraphs = [
    first ? `Hello ${first},` : 'Hello,',
    beginning,
    ...(right ? [] : openOf(input).slice(0, MAX_QUESTIONS)).map(
      (question, index) => `You ${index > 0 ? 'also ' : ''}asked: ${told(question, '?')} [your answer]`,
    ),
    ...(right ? [] : wishesOf(input)),
    asked?.call
      ? `You asked for a call: ${told(asked.call.wish)} [the time that you offer]`
      : offers
        ? `${persona.contact.note?.trim() ?? 'We could talk about it in a call.'} If you would like one, simply ` +
          'answer this email with a time that suits you.'
        : null,
    `Best regards,\n${persona.name}`,
  ];
  const subject =
    complaint || right ? `Your message of ${day}` : asked?.call ? 'Our call' : `Your conversation of ${day}`;
  return { subject, body: paragraphs.filter((paragraph) => paragraph !== null).join('\n\n') };
}

/** Thanks them and quotes what they said. Questions are left out: they are answered below or already were. */
function thanksFor(input: DraftInput, day: string): string {
  const thanks = `Thank you for talking with my AI twin on ${day}.`;
  const wants = wantsOf(input);
  if (!wants || refusalWords(input)?.includes(wants)) return thanks;
  if (wants.trim().endsWith('?'))
    return openOf(input).some((one) => wants.includes(one)) ? thanks : `${thanks} You asked: ${told(wants)}`;
  return `${thanks} You wrote: ${told(wants)} [your thoughts on it]`;
}

/** Their other requests, each with a gap for the answer. */
function wishesOf(input: DraftInput): string[] {
  const wantsOffer = input.asked?.requests.others.some(({ request }) => request === 'quote') ?? false;
  return [
    ...(refusalWords(input) ? ['You would rather not have a call, so I answer in writing. [your answer]'] : []),
    ...(wantsOffer ? ['You asked for an offer. [the offer, or what you need to know for it]'] : []),
  ];
}

const refusalWords = ({ asked, lines }: DraftInput): string | null =>
  asked && wantsNoCall(asked) ? (refusalOf(asked.requests, lines)?.words ?? null) : null;

/** Formats their words as a sentence. @param mark the end mark to add when there is none */
function told(words: string, mark = '.'): string {
  const said = quoted(words, MAX_QUOTED_CHARS);
  return /[?!…]”$/.test(said) ? said : `${said.slice(0, -1)}${mark}”`;
}
