import type { Twin } from '@understudy/contract/twin';
import type { Pool } from 'pg';
import { keepAnalysis } from '../features/conversation/analysis-rows.ts';
import type { SessionRow } from '../features/conversation/store.ts';
import type { ActionItem } from '../features/leads/after/action-item.ts';
import { actionItemsOf } from '../features/leads/after/action-items.ts';
import { type EndedSession, keepOutcome, readConversation, readEndedSession } from '../features/leads/after/outcome.ts';
import { type Summary, type SummaryInput, summarise } from '../features/leads/after/summary.ts';
import { summariseForVisitor } from '../features/leads/after/visitor-summary.ts';
import { SessionAnalysis } from '../features/leads/analyser.ts';
import type { ModelReading } from '../features/leads/model/reading.ts';
import { readReading } from '../features/leads/model/store.ts';
import { readAnalysisStart, visitorLinesOf } from '../features/leads/store.ts';
import { finalReading, type ModelAnalyst, summaryWith } from './analyse-session.ts';
import { readLines } from './read-lines.ts';
import { analysisRow, eventsOf } from './session-analyses.ts';
import { NO_TURN } from './turn.ts';

/**
 * What follows the end of a conversation that is kept: it is read whole once more, so that words whose turn failed count
 * too, summed up, and what is to be done is written down. Safe to run twice and on several instances.
 *
 * @param analyst the language model that reads it too, and sums it up; without one, or while it does not answer, all is
 * done by rules
 * @param notifyFrom the score from which a lead is told to the webhook; null where none is told
 */
export async function finishSession(
  pool: Pool,
  twin: Twin,
  sessionId: string,
  analyst: ModelAnalyst | null = null,
  notifyFrom: number | null = null,
): Promise<void> {
  const session = await readEndedSession(pool, sessionId);
  if (!session) return;
  const start = await readAnalysisStart(pool, sessionId, NO_TURN);
  const analysis = new SessionAnalysis(start.earlierVisits, start.log);
  const lines = visitorLinesOf(session.lines);
  const before = analysis.extract();
  await readLines(analysis, lines);
  const read = analyst && (await finalReading(analyst, sessionId, session.lines));
  if (read?.reading) analysis.merge(read.reading);
  if (start.call) analysis.typed(start.call);
  const added = analysis.settle();
  const extract = analysis.extract();
  if (added.length > 0 || read) {
    const seq = lines.at(-1)?.seq ?? 0;
    const row = analysisRow(sessionId, seq, read?.reading ? 'merged' : 'embedded', extract, added, start.log.length);
    const events = [...(read?.events ?? []), ...eventsOf({ ...before, intent: extract.intent }, extract, null)];
    const notice = notifyFrom !== null && extract.lead_score >= notifyFrom ? { notify_from: notifyFrom } : {};
    await keepAnalysis(pool, { ...row, ...notice, ...(read?.reading ? { reading: read.reading } : {}) }, events);
  }
  const items = await actionItemsOf(analysis.facts, extract.lead_score, session.lines);
  const summary = summarise(summaryInput(twin, analysis, session, items));
  const names = `${twin.persona.name} ${twin.persona.first_name}`;
  const written = analyst && (await summaryWith(analyst, sessionId, session.lines, analysis.facts, names));
  if (written) summary.executive_summary = written.summary;
  await keepOutcome(pool, sessionId, { extract, summary, writer: written?.writer ?? 'embedded', items });
}

/** What a conversation asks to be done, as it stands. */
export async function itemsOfConversation(pool: Pool, sessionId: string): Promise<ActionItem[]> {
  const { lines } = await readConversation(pool, sessionId);
  return (await readAnew(lines, await readReading(pool, sessionId))).items;
}

/** What a text asks to be done, as if a visitor had said it just now. */
export async function itemsOfText(text: string): Promise<ActionItem[]> {
  return (await readAnew([{ seq: 0, turnId: NO_TURN, speaker: 'visitor', text, at: new Date() }])).items;
}

/** A conversation read from nothing, with what it asks for. @param reading what a language model has pointed at in it */
async function readAnew(
  lines: EndedSession['lines'],
  reading: ModelReading | null = null,
): Promise<{ analysis: SessionAnalysis; items: ActionItem[] }> {
  const analysis = new SessionAnalysis(0);
  await readLines(analysis, visitorLinesOf(lines));
  if (reading) analysis.merge(reading);
  analysis.settle();
  return { analysis, items: await actionItemsOf(analysis.facts, analysis.extract().lead_score, lines) };
}

/** The summary of a conversation as it stands, kept nowhere: for the visitor who asks for it. */
export async function summaryOf(pool: Pool, twin: Twin, session: SessionRow): Promise<Summary> {
  const conversation = await readConversation(pool, session.id);
  const { analysis, items } = await readAnew(conversation.lines, await readReading(pool, session.id));
  const call = session.call_request;
  return summariseForVisitor({
    ...summaryInput(twin, analysis, conversation, items),
    kept: session.consent,
    call: call && `You asked for a call, at this time: “${call.wished_time}”. The answer goes to ${call.email}.`,
  });
}

function summaryInput(
  twin: Twin,
  analysis: SessionAnalysis,
  conversation: Omit<EndedSession, 'visitorId' | 'call'> & Partial<Pick<EndedSession, 'call'>>,
  items: readonly ActionItem[],
): SummaryInput {
  const titles = new Map(twin.knowledge.map(({ id, title }) => [id, title]));
  return {
    facts: analysis.facts,
    score: analysis.extract().lead_score,
    lines: conversation.lines,
    items,
    topics: conversation.knowledge.flatMap((id) => titles.get(id) ?? []),
    consultant: twin.persona.first_name,
    askedCall: conversation.call ?? null,
  };
}
