/** A first draft of the email that follows a conversation; the owner completes, copies and sends it. */
import type { Persona } from '@understudy/contract/twin';
import { quoted } from './quoted.ts';
import { openOf, type SummaryInput, wantsOf } from './summary.ts';

/** An email that nobody has sent. */
export interface Draft {
  subject: string;
  /** Plain text. What stands in square brackets is for the owner to fill in. */
  body: string;
}

/** What else a draft is made of. */
export interface DraftInput extends SummaryInput {
  persona: Persona;
  /** Who they are; null where nobody knows. */
  name: string | null;
  /** When they talked. */
  at: Date;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
/** Longest words of theirs that are quoted back, in characters. */
const QUOTED_MOST = 300;

/** A draft by rules: what they said and asked, in their words, and the places that only the owner can fill. */
export function draftByRules(input: DraftInput): Draft {
  const { asked, persona, name, at } = input;
  const first = name?.split(/\s+/)[0];
  const day = DAY.format(at);
  const wants = wantsOf(input);
  const complaint = asked?.requests.complaint ?? null;
  const questions = openOf(input);
  const paragraphs = [
    first ? `Hello ${first},` : 'Hello,',
    complaint
      ? `you wrote to my AI twin on ${day}: ${quoted(complaint.words, QUOTED_MOST)}. I am sorry about that. [what you do about it]`
      : `thank you for talking with my AI twin on ${day}.${wants ? ` You wrote: ${quoted(wants, QUOTED_MOST)}.` : ''} [your thoughts on it]`,
    ...questions.map((question) => `You asked ${quoted(question)}. [your answer]`),
    asked?.call
      ? `You asked for a call: ${quoted(asked.call.wish)}. [the time that you offer]`
      : complaint
        ? null
        : `${persona.contact.note.trim()} If you would like one, simply answer this email with a time that suits you.`,
    `Best regards,\n${persona.name}`,
  ];
  const subject = complaint ? `Your message of ${day}` : asked?.call ? 'Our call' : `Your conversation of ${day}`;
  return { subject, body: paragraphs.filter((paragraph) => paragraph !== null).join('\n\n') };
}
