import type { Extract, Intent } from '@understudy/contract/leads';
import { SessionAnalysis, understandLines } from '../../features/leads/analyser.ts';
import type { VisitorLine } from '../../features/leads/lines.ts';
import type { Understand } from '../../features/understanding/index.ts';
import type { LabelledConversation } from './conversation.ts';

/** The prediction for a conversation, in the form of an evaluation file. */
export interface Prediction {
  id: string;
  intent: Intent | null;
  confidence: number;
  lead_score: number;
  person_name: string | null;
  company: string | null;
  role: string | null;
  contact_email: string | null;
  budget_range: string | null;
  timeline: string | null;
  use_case: string | null;
  pain_points: string[];
  followup_actions: string[];
  reasons: string[];
}

/** The visitor's lines, each with what the twin had said before it. */
export function visitorLines(messages: LabelledConversation['messages']): VisitorLine[] {
  const lines: VisitorLine[] = [];
  let before: string[] = [];
  for (const [seq, { speaker, text }] of messages.entries()) {
    if (speaker === 'agent') before.push(text);
    else {
      lines.push({ seq, text, before: before.length > 0 ? before.join('\n') : null });
      before = [];
    }
  }
  return lines;
}

/** Converts an extract to the form of an evaluation file. */
function predictionOf(id: string, { entities, ...extract }: Extract): Prediction {
  return {
    id,
    intent: extract.intent,
    confidence: extract.confidence,
    lead_score: extract.lead_score,
    person_name: entities.person_name,
    company: extract.company,
    role: entities.role,
    contact_email: entities.contact_email,
    budget_range: entities.budget_range,
    timeline: entities.timeline,
    use_case: entities.use_case,
    pain_points: extract.pain_points,
    followup_actions: extract.followup_actions,
    reasons: extract.reasons,
  };
}

/** Analyses a conversation turn by turn, as in production. */
export async function predict(
  understand: Understand,
  { id, messages }: Pick<LabelledConversation, 'id' | 'messages'>,
): Promise<Prediction> {
  const analysis = new SessionAnalysis(0);
  for (const line of await understandLines(understand, visitorLines(messages))) analysis.addLines([line]);
  return predictionOf(id, analysis.extract());
}
