import type { AdminSession, FollowupDraft } from '@understudy/contract/admin';
import { fixedSentence } from '@understudy/contract/fixed-sentences';
import { CALL_REQUEST_KEY, COMPLAINT_KEY } from '@understudy/contract/leads';
import { EMBEDDED_ID, type ModeId, type Twin } from '@understudy/contract/twin';
import type { Pool } from 'pg';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { saysOneOf } from '../../platform/text/visible.ts';
import { modeOf, NO_TURN, type SessionRow, saveAnalysis } from '../conversation/index.ts';
import { leftOpenLines, noAnswerLines } from '../twin/index.ts';
import { namesOf, type Understand } from '../understanding/index.ts';
import type { ActionItem } from './after/action-item.ts';
import { actionItemsOf, type Handoff } from './after/action-items.ts';
import { type Earlier, readEarlier, readMadeIntents } from './after/earlier.ts';
import { draftByRules } from './after/followup-draft.ts';
import { handoffCallOf, isFormRefused, retractionsOf, withoutRetracted } from './after/handoff-items.ts';
import {
  type EndedSession,
  isSummedUp,
  readConversation,
  readEndedSession,
  savedHandoffKeys,
  saveHandoffItems,
  saveOutcome,
} from './after/outcome.ts';
import { type Summary, type SummaryInput, summarise, summariseForVisitor, withNextStep } from './after/summary.ts';
import {
  type ModelAnalyst,
  modelReadingAtEnd,
  type SessionModel,
  writeModelDraft,
  writeModelSummary,
} from './analyse-session.ts';
import { readLines, SessionAnalysis } from './analyser.ts';
import { A_CALL, type CallForm, type LeadFacts } from './facts.ts';
import { type ModelReading, readModelReading } from './model/reading.ts';
import { isAskedFor } from './requests/request-items.ts';
import { analysisRow, eventsOf } from './session-analyses.ts';
import { readAnalysisStart, visitorLinesOf } from './store.ts';

/** Dependencies of rereading a conversation. */
export interface ReaderDeps {
  pool: Pool;
  understand: Understand;
  settings: OwnerSettings;
}

/** The consultant's time zone: 'tomorrow' is theirs. */
const zoneOf = ({ settings }: Pick<ReaderDeps, 'settings'>): string => settings.get('hours').time_zone;

/**
 * Finishes a stored conversation: rereads it as a whole, so that words whose turn failed count too, summarises it, and
 * writes down action items. Safe to run twice and on several instances.
 *
 * @param analyst the language model that also reads and summarises it; without one, or while it does not answer, rules
 * do everything
 * @param notifyFrom minimum score for a webhook message about a lead; null for never
 */
export async function finishSession(
  deps: ReaderDeps,
  twin: Twin,
  sessionId: string,
  analyst: ModelAnalyst | null = null,
  notifyFrom: number | null = null,
): Promise<void> {
  const { pool, understand } = deps;
  const session = await readEndedSession(pool, sessionId);
  if (!session) return;
  const { erasures } = session;
  const start = await readAnalysisStart(pool, sessionId, NO_TURN);
  const analysis = new SessionAnalysis(start.earlierVisits, start.log);
  const lines = visitorLinesOf(session.lines);
  const before = analysis.extract();
  await readLines(understand, analysis, lines);
  const read = analyst && (await modelReadingAtEnd(analyst, sessionId, session.lines));
  if (read?.reading) analysis.setModelReading(read.reading);
  if (start.call) analysis.setCallForm(start.call);
  const added = analysis.updateLog();
  const extract = analysis.extract(twin.persona.work);
  if (added.length > 0 || read) {
    const seq = lines.at(-1)?.seq ?? 0;
    const analyser = read?.reading ? 'merged' : 'embedded';
    const row = analysisRow({ id: sessionId, erasures }, seq, analyser, extract, added, start.log.length);
    const events = [...(read?.events ?? []), ...eventsOf({ ...before, intent: extract.intent }, extract, null)];
    const notice = notifyFrom !== null && extract.lead_score >= notifyFrom ? { notify_from: notifyFrom } : {};
    const reading = read?.reading ? { reading: read.reading } : {};
    // Whoever erases messages has what is left read anew.
    if (!(await saveAnalysis(pool, { ...row, ...notice, ...reading }, events))) return;
  }
  const named = namesOf(twin.persona);
  const asked = await handoffOf(session.lines, analysis, zoneOf(deps), start.call, await readEarlier(pool, sessionId));
  const made = await readMadeIntents(pool, sessionId);
  const items = await actionItemsOf(analysis.facts, extract.lead_score, session.lines, asked, made);
  const input = summaryInput(twin, analysis, session, items, asked);
  const summary = summarise(input);
  const written =
    analyst && (await writeModelSummary(analyst, sessionId, session.lines, analysis.facts, named.join(' ')));
  if (written) summary.executive_summary = withNextStep(written.summary, input);
  const retractions = retractionsOf(asked.requests, start.call);
  await saveOutcome(pool, sessionId, {
    erasures,
    extract,
    summary,
    writer: written?.writer ?? 'embedded',
    items,
    retractions,
  });
}

/**
 * The handoff requests of a conversation.
 *
 * @param zone the time zone in which days begin and end
 * @param call what was typed into the form for one
 */
export async function handoffOf(
  lines: EndedSession['lines'],
  { facts, handoffRequests }: Pick<SessionAnalysis, 'facts' | 'handoffRequests'>,
  zone: string,
  call: CallForm | null = null,
  earlier: Earlier | null = null,
): Promise<Handoff> {
  const at = new Map(lines.map((line) => [line.seq, line.at]));
  const said = { at: (seq: number) => at.get(seq) ?? new Date(), zone };
  const wanted = await handoffCallOf(handoffRequests, call, facts.phone?.value ?? null, said);
  return {
    requests: handoffRequests,
    call: wanted,
    earlier: withoutRetracted(earlier, retractionsOf(handoffRequests, call)),
    calledOff:
      wanted === null && isFormRefused(handoffRequests, call) && (call !== null || earlier?.called || isOfCall(facts)),
    zone,
  };
}

/** Whether what they asked for is a call. */
const isOfCall = ({ request }: LeadFacts): boolean => request?.value === A_CALL;

/**
 * Stores a visitor's handoff requests, such as a call or a complaint, while they still talk. Safe to run twice.
 *
 * @returns the stored requests that deserve a message whatever the score; none from a conversation that is not kept
 */
export async function saveHandoffRequests(deps: ReaderDeps, sessionId: string): Promise<('call' | 'complaint')[]> {
  const { pool } = deps;
  // A visitor who ends right after the request may already be summarised; the message is sent anyway.
  if (await isSummedUp(pool, sessionId)) return savedHandoffRequests(pool, sessionId);
  const { erasures, items, retractions } = await readKept(deps, sessionId);
  const asked = { erasures, items: items.filter(isAskedFor), retractions };
  if (!(await saveHandoffItems(pool, sessionId, asked))) return savedHandoffRequests(pool, sessionId);
  return reasonsOf(asked.items.map(({ key }) => key));
}

/** The stored requests of a conversation that deserve a message whatever the score. */
export async function savedHandoffRequests(pool: Pool, sessionId: string): Promise<('call' | 'complaint')[]> {
  return reasonsOf(await savedHandoffKeys(pool, sessionId));
}

/** The reason for a message, by the key of the action item. */
const REASON_OF: Readonly<Record<string, 'call' | 'complaint'>> = {
  [CALL_REQUEST_KEY]: 'call',
  [COMPLAINT_KEY]: 'complaint',
};
const reasonsOf = (keys: readonly string[]) => keys.flatMap((key) => REASON_OF[key] ?? []);

/** A conversation's current action items, and how often messages of it had been erased. */
export async function itemsOfConversation(
  deps: ReaderDeps,
  sessionId: string,
): Promise<{ items: ActionItem[]; erasures: number }> {
  return readKept(deps, sessionId);
}

/** A stored conversation's current action items, and its retractions. */
async function readKept(deps: ReaderDeps, sessionId: string) {
  const { pool } = deps;
  const { call, erasures } = await readAnalysisStart(pool, sessionId, NO_TURN);
  const { lines } = await readConversation(pool, sessionId);
  const reading = await readModelReading(pool, sessionId);
  const { items, asked } = await readAnew(deps, lines, reading, call, await readEarlier(pool, sessionId));
  return { erasures, items, retractions: retractionsOf(asked.requests, call) };
}

/** The action items in a text, as if a visitor had just said it. */
export async function itemsOfText(deps: Omit<ReaderDeps, 'pool'>, text: string): Promise<ActionItem[]> {
  return (await readAnew(deps, [{ seq: 0, turnId: NO_TURN, speaker: 'visitor', text, at: new Date() }])).items;
}

/**
 * Reads a conversation from scratch, with its requests.
 *
 * @param reading a language model's reading of it
 * @param call what was typed into the form for a call
 */
async function readAnew(
  deps: Omit<ReaderDeps, 'pool'>,
  lines: EndedSession['lines'],
  reading: ModelReading | null = null,
  call: CallForm | null = null,
  earlier: Earlier | null = null,
): Promise<{ analysis: SessionAnalysis; asked: Handoff; items: ActionItem[] }> {
  const analysis = new SessionAnalysis(0);
  await readLines(deps.understand, analysis, visitorLinesOf(lines));
  if (reading) analysis.setModelReading(reading);
  if (call) analysis.setCallForm(call);
  analysis.updateLog();
  const asked = await handoffOf(lines, analysis, zoneOf(deps), call, earlier);
  return { analysis, asked, items: await actionItemsOf(analysis.facts, analysis.extract().lead_score, lines, asked) };
}

/** The summary of a conversation as it stands, for the visitor who asks for it. Stores nothing. */
export async function summaryOf(deps: ReaderDeps, twin: Twin, session: SessionRow): Promise<Summary> {
  const { pool } = deps;
  const conversation = await readConversation(pool, session.id);
  const reading = await readModelReading(pool, session.id);
  const { analysis, asked, items } = await readAnew(deps, conversation.lines, reading);
  const call = session.call_request;
  return summariseForVisitor({
    ...summaryInput(twin, analysis, conversation, items, asked),
    kept: session.consent,
    call: call
      ? [
          fixedSentence('you_call_form', { quote: `“${call.wished_time}”` }),
          fixedSentence('answer_goes', { email: call.email }),
        ].join(' ')
      : asked.call && fixedSentence('you_asked_call', { quote: `“${asked.call.wish}”` }),
  });
}

/** The mode in which the consultant's emails are written: their own voice. */
const OWN_VOICE: ModeId = 'core';

/** The follow-up email for a conversation as it stands: by a model if one answers, else by rules. */
export async function writeFollowupDraft(
  deps: ReaderDeps,
  twin: Twin,
  { id: sessionId, contact_name: name, email }: Pick<AdminSession, 'id' | 'contact_name' | 'email'>,
  model: SessionModel | null,
): Promise<FollowupDraft> {
  const { pool } = deps;
  const conversation = await readConversation(pool, sessionId);
  const { lines } = conversation;
  const { call } = await readAnalysisStart(pool, sessionId, NO_TURN);
  const reading = await readModelReading(pool, sessionId);
  const earlier = await readEarlier(pool, sessionId);
  const read = await readAnew(deps, lines, reading, call, earlier);
  const input = summaryInput(twin, read.analysis, conversation, read.items, read.asked);
  const written = model && (await writeModelDraft(model, sessionId, lines, twin.persona, modeOf(twin, OWN_VOICE)));
  const { subject, body, writer } = written ?? {
    ...draftByRules({
      ...input,
      persona: twin.persona,
      name: input.facts.entities.person_name?.value ?? name ?? earlier?.name ?? null,
      at: lines.at(-1)?.at ?? new Date(),
    }),
    writer: EMBEDDED_ID,
  };
  const { facts, asked } = input;
  const to = asked?.call?.email ?? facts.entities.contact_email?.value ?? email ?? earlier?.email ?? null;
  return { to, subject, body, writer };
}

/** What a summary is made from. */
function summaryInput(
  twin: Twin,
  analysis: SessionAnalysis,
  conversation: Omit<EndedSession, 'visitorId' | 'erasures'>,
  items: readonly ActionItem[],
  asked: Handoff,
): SummaryInput {
  return {
    facts: analysis.facts,
    score: analysis.extract().lead_score,
    reasons: analysis.extract().reasons,
    lines: conversation.lines,
    digest: analysis.digest,
    items,
    topics: topicsOf(twin, conversation),
    leftOpen: leftOpenLines(twin),
    consultant: twin.persona.first_name,
    asked,
  };
}

/**
 * Topics, the most discussed first: titles of the passages that answers used. Passages that the twin only guessed, for
 * lack of an answer, do not count.
 */
function topicsOf(twin: Twin, { lines, knowledge }: Omit<EndedSession, 'visitorId' | 'erasures'>): string[] {
  const isMissed = saysOneOf(noAnswerLines(twin));
  const guessed = new Set(
    lines.filter(({ speaker, text }) => speaker === 'agent' && isMissed(text)).map(({ turnId }) => turnId),
  );
  const used = new Map<string, number>();
  for (const { turnId, id } of knowledge) if (!guessed.has(turnId)) used.set(id, (used.get(id) ?? 0) + 1);
  const titles = new Map(twin.knowledge.map(({ id, title }) => [id, title]));
  return [...used].sort(([, one], [, other]) => other - one).flatMap(([id]) => titles.get(id) ?? []);
}
