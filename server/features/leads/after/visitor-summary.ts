import type { Intent } from '@understudy/contract/leads';
import type { LeadFacts } from '../facts.ts';
import type { ActionItem } from './action-item.ts';
import { wantsNoCall, withoutCall } from './asked.ts';
import { asksInterview } from './interview.ts';
import { type Summary, type SummaryInput, TOPICS_MOST } from './summary.ts';
import { openQuestionsOf, sentimentOf } from './tone.ts';

/** What somebody with this intent did, said to themselves. What they are worth to the owner is the owner's business. */
const YOU: Record<Intent, (consultant: string) => string> = {
  consulting_inquiry: (her) => `You asked whether ${her} can help`,
  purchase_intent: () => 'You asked about a price or a booking',
  demo_request: () => 'You asked to be shown how it works',
  advice_request: () => 'You asked for advice',
  speaking_request: (her) => `You invited ${her} to speak`,
  partnership_vendor: () => 'You made an offer',
  support_request: () => 'You told of something that does not work',
  job_inquiry: () => 'You asked about work',
  general_chat: (her) => `You talked with the AI twin of ${her}`,
  spam: (her) => `You wrote to the AI twin of ${her}`,
};

/** What else the visitor's summary depends on. */
export interface VisitorInput {
  /** Whether the conversation is kept: otherwise nobody has an address of theirs afterwards. */
  kept: boolean;
  /** The call that they asked for in so many words, as a sentence; null when they asked for none. */
  call: string | null;
}

/**
 * The same conversation, summed up for the visitor: what they told and asked, in their own words, what was promised,
 * what is open. It holds no score and no verdict.
 */
export function summariseForVisitor(input: SummaryInput & VisitorInput): Summary {
  const { lines, topics, consultant } = input;
  const facts = input.asked && wantsNoCall(input.asked) ? withoutCall(input.facts) : input.facts;
  const open = openQuestionsOf(lines);
  const said = lines.some(({ speaker }) => speaker === 'visitor');
  const sentences = said
    ? [
        opening(facts, consultant, asksInterview(lines)),
        terms(facts),
        input.call ?? asked(facts),
        input.kept ? reach(facts, consultant) : null,
      ]
    : ['Nothing was said yet.'];
  return {
    executive_summary: sentences.filter((sentence) => sentence !== null).join(' '),
    action_items: input.items
      .filter(({ category, key }) => (category === 'promise' || category === 'follow-up') && key !== 'returned:news')
      .map((item) => promised(item, consultant)),
    topics: topics.slice(0, TOPICS_MOST),
    open_questions: open,
    sentiment: sentimentOf(lines),
  };
}

function opening({ intent, painPoints, entities }: LeadFacts, consultant: string, isInterview: boolean): string {
  const did =
    intent === 'speaking_request' && isInterview
      ? `You asked for an interview with ${consultant}`
      : YOU[intent ?? 'general_chat'](consultant);
  const told = painPoints[0]?.quote.text ?? entities.use_case?.quote.text;
  return told ? `${did}: “${told.trim().replace(/[.!]+$/, '')}”.` : `${did}.`;
}

function terms({ entities: { budget_range: budget, timeline } }: LeadFacts): string | null {
  const named = [budget && `a budget of ${budget.value}`, timeline && `the time “${timeline.value}”`].filter(Boolean);
  return named.length > 0 ? `You named ${named.join(' and ')}.` : null;
}

const asked = ({ request }: LeadFacts): string | null => (request ? `You asked for ${request.value}.` : null);

function reach({ entities, phone }: LeadFacts, consultant: string): string | null {
  const address = [entities.contact_email?.value, phone?.value].filter(Boolean).join(' or ');
  return address ? `${consultant} can reach you at ${address}.` : null;
}

/** A promise in the words in which it was given. */
function promised({ description, owner, priority }: ActionItem, consultant: string): Summary['action_items'][number] {
  const text = description.replace(/^The visitor said/, 'You said').replace(/^The twin said/, 'The AI twin said');
  return { text, owner: owner === 'visitor' ? 'you' : consultant, priority };
}
