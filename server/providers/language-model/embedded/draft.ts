/** A reply while it is put together: statements, then at most one question. */

import type { QuestionSlot } from '@understudy/contract/manner';
import type { KnowledgePassage } from '@understudy/contract/twin';
import { classify } from './classify.ts';
import { RENAMED } from './courtesies.ts';
import { SETTLED_LINES, SORRY_LINES } from './grievance-lines.ts';
import { LAST_RESORT, OFFER_AGAIN, REFLECT } from './phrases.ts';
import type { Scene } from './scene.ts';
import { capital, fill, hash, PAUSE, paragraphsOf, uncapital, withName } from './text.ts';

/** A reply in the making. Parts that are null are left out. */
export interface Draft {
  parts: (string | null)[];
  knowledge: string[];
}

/** Values for the placeholders of lines. */
export function valuesOf(scene: Scene, more: Record<string, string | null> = {}): Record<string, string | null> {
  const { persona } = scene.cast.twin;
  return {
    name: persona.name,
    first_name: persona.first_name,
    email: persona.contact.email,
    visitor: scene.facts.name,
    topic: scene.thread.passage?.called ?? null,
    email_visitor: scene.facts.email,
    phone: scene.facts.phone,
    ...more,
  };
}

/** A line that was not said yet, from one of the lists in turn; null when all were said. */
export function say(scene: Scene, lines: readonly string[], more: Record<string, string | null> = {}): string | null {
  return scene.said.pick(lines, scene.salt, valuesOf(scene, more));
}

/** Whether something went wrong between the visitor and the consultant that was not settled since: nothing is asked or sold. */
export const wronged = ({ said }: Scene): boolean =>
  SORRY_LINES.some((line) => said.has(line)) && !SETTLED_LINES.some((line) => said.has(line));

/** Replies of which at most one begins with a turn of phrase: more often it is a tic. */
const LEAD_IN_LINES = 2;

/** What this personality says before a fact, now and then; nothing to somebody who complains. */
export function leadIn(scene: Scene): string | null {
  if (wronged(scene)) return null;
  const { lead_in, more } = scene.mode.manner;
  const lately = scene.agentLines.slice(-LEAD_IN_LINES);
  const begins = (line: string) => lately.some((spoken) => spoken.startsWith(line.slice(0, -1)));
  return [...lead_in, ...more].some(begins) ? null : say(scene, lead_in);
}

/** Nothing is left to tell: a way to think on by oneself, about this subject or another that was talked of. */
export function reflect(scene: Scene, passage: KnowledgePassage | null): string | null {
  const { noQuestions } = scene.facts;
  const calm = insulted(scene) ? REFLECT.filter((line) => !line.includes('{email}')) : REFLECT;
  const lines = noQuestions ? calm.filter((line) => !line.includes('?')) : calm;
  const talked = [passage, ...scene.told.toReversed()].filter((told) => told !== null);
  for (const { called } of new Set(talked)) {
    const line = say(scene, lines, { hint: called });
    if (line) return line;
  }
  return null;
}

/** Greets somebody who has just said their name, or has put it right; null when they have not. */
export function meet(scene: Scene): string | null {
  const { fresh } = scene.facts;
  if (fresh.has('renamed')) return say(scene, RENAMED);
  return fresh.has('name') ? say(scene, scene.mode.manner.met) : null;
}

/** The last resort: never empty, never the same twice in a session. */
export function lastResort(scene: Scene): string {
  const thought = reflect(scene, scene.thread.passage);
  if (thought && (!thought.includes('?') || mayAsk(scene))) return thought;
  const seed = hash(scene.salt);
  const calm = (lines: readonly string[]) =>
    insulted(scene) ? lines.filter((line) => !line.includes('{email}')) : lines;
  const values = valuesOf(scene, { n: String(scene.said.count + 1) });
  const [first, second, third] = LAST_RESORT.map(calm).map(
    (lines, at) => lines[(seed >>> (at * 5)) % lines.length] ?? '',
  );
  const fresh = [first, second].filter((line) => line && !scene.said.has(fill(line, values)));
  return fill([...fresh, third].join(' '), values);
}

/** Enough of a paragraph to know it by. */
export const opening = (paragraph: string) => paragraph.slice(0, 80);

/** The first paragraph of a passage that was not said, or null. `best` is tried first. */
export function unsaidParagraph(scene: Scene, passage: KnowledgePassage, best = 0): string | null {
  const paragraphs = paragraphsOf(passage);
  const first = paragraphs[best] ?? '';
  if (!scene.said.has(opening(first))) return first;
  return paragraphs.find((paragraph) => paragraph !== first && !scene.said.has(opening(paragraph))) ?? null;
}

/** The personality's own thought on a subject; the passage's most particular tag first, and a story's is that of stories. */
export function remark(scene: Scene, tags: readonly string[]): string | null {
  if (wronged(scene)) return null;
  const { lens } = scene.mode.manner;
  for (const tag of tags.includes('story') ? ['story'] : [...tags].reverse()) {
    const lines = lens[tag] ?? [];
    const line = say(scene, lines);
    if (line) return line;
    // The less particular tag is that of a whole file, and its remarks fit only by chance.
    if (lines.length > 0) break;
  }
  return null;
}

/** Exchanges that are looked at for questions that got no answer, and how many of those are enough. */
const UNANSWERED_LINES = 4;
const UNANSWERED_MAX = 2;

/** How many of the twin's latest questions were met with a question. */
function unanswered({ agentLines, visitorLines, message }: Scene): number {
  const asked = agentLines.slice(-UNANSWERED_LINES);
  const replies = [...visitorLines.slice(-UNANSWERED_LINES), message].slice(-asked.length);
  return asked.filter((line, at) => line.endsWith('?') && replies[at]?.trim().endsWith('?')).length;
}

/** Whether the twin may ask now: not when asked to stop, not to the deaf, less when it asks rarely. */
export function mayAsk(scene: Scene): boolean {
  if (scene.facts.noQuestions || scene.facts.outsider || wronged(scene)) return false;
  const { asks } = scene.mode.manner;
  if (asks === 'always') return unanswered(scene) <= UNANSWERED_MAX;
  const askedLast = scene.lastAgent.endsWith('?') && scene.agentLines.length > 1;
  if (unanswered(scene) >= UNANSWERED_MAX) return false;
  if (askedLast && scene.message.trim().endsWith('?')) return false;
  return asks === 'often' || !askedLast;
}

/** Without a trouble one asks for it; with one, for what it hangs on. */
const SLOT_ORDER: QuestionSlot[] = ['problem', 'size', 'role', 'tried', 'decider', 'since', 'outcome', 'timeline'];
const FORWARD: QuestionSlot[] = ['tried', 'decider', 'since', 'outcome'];
/** Questions that stand on a difficulty which the visitor told of: without one they hang in the air. */
const NEEDS_TROUBLE = new Set<QuestionSlot>(['tried', 'decider', 'since', 'outcome', 'deeper']);
/** Subjects on which one may ask deeper: the visitor's own. */
const PERSONAL_TAGS = new Set(['problem', 'advice', 'founder']);

/** What leads on from a trouble that was told, in the order of this personality. */
export function forward({ facts, mode }: Scene): QuestionSlot[] {
  const start = hash(mode.id) % FORWARD.length;
  return facts.trouble ? [...FORWARD.slice(start), ...FORWARD.slice(0, start)] : [];
}

/**
 * One question that fits and was not answered or asked; null when none is left.
 *
 * @param about tags of what the reply speaks of
 */
export function ask(scene: Scene, preferred: QuestionSlot[] = [], about: readonly string[] = []): string | null {
  if (!mayAsk(scene)) return null;
  const { facts, asked, lastAsked } = scene;
  const { questions } = scene.mode.manner;
  // 'Which part of that worries you' needs a 'that': words of the visitor's own, or advice for them.
  const personal = facts.fresh.size > 0 || about.some((tag) => PERSONAL_TAGS.has(tag));
  // Who mostly asks may ask once more, in other words, what it is about, until it is told.
  const unclear = scene.mode.manner.asks === 'always' && !facts.trouble && lastAsked !== 'problem';
  const open = (slot: QuestionSlot) =>
    (slot === 'problem' && unclear && asked.has(slot)) ||
    (!facts.told.has(slot) &&
      !asked.has(slot) &&
      ((facts.trouble && personal) || !NEEDS_TROUBLE.has(slot)) &&
      (facts.trouble || slot !== 'timeline'));
  const deep = () => (facts.trouble && personal ? say(scene, questions.deeper) : null);
  // Facts and reflection take turns; a form asks one fact after another.
  const deeperNow = lastAsked !== null && lastAsked !== 'deeper';
  const leadsOn = scene.mode.manner.asks !== 'always' && personal && forward(scene).some(open);
  const reflection = (deeperNow && !leadsOn) || preferred.includes('deeper') ? deep() : null;
  if (reflection) return reflection;
  for (const slot of [...preferred, ...forward(scene), ...SLOT_ORDER]) {
    if (slot === 'deeper') continue;
    const question = open(slot) ? say(scene, questions[slot]) : null;
    if (question) return question;
  }
  return deep();
}

/** Replies after which staying is a sign of interest by itself. */
const LONG_TALK_LINES = 8;
/** Asks for an address in this conversation. */
const LEAVES_ADDRESS = /\baddress\b(?! is \{email\})/i;

/** Lines before which nothing is offered, and those before which an answer must have been given. */
const FIRST_OFFER_LINES = 3;
const ANSWERED_FIRST_LINES = 5;

/** Replies after which the next step may be offered once more, in a talk that goes on. */
const OFFER_AGAIN_LINES = 10;

/** Worked out once for a reply: its facts are its own. */
const insultedBy = new WeakMap<Scene['facts'], boolean>();

/** Whether strong words fell just now or in the line before: nothing is offered right behind them. */
export function insulted({ facts, message, visitorLines, cast }: Scene): boolean {
  let is = insultedBy.get(facts);
  if (is === undefined) {
    const { name, first_name } = cast.twin.persona;
    is = [visitorLines.at(-1) ?? '', message].some((line) => classify(line, [name, first_name]).act === 'insult');
    insultedBy.set(facts, is);
  }
  return is;
}

/** Whether to offer the next step: interest is clear, and it was not offered just now. */
export function nextStep(scene: Scene): string | null {
  const { facts, cast, agentLines } = scene;
  const stays = facts.trouble && agentLines.length >= LONG_TALK_LINES;
  const told = [
    facts.told.has('problem'),
    facts.size || facts.timeline,
    facts.budget,
    facts.budget && facts.told.has('decider'),
    stays,
  ].filter(Boolean).length;
  const signals = facts.interest + told;
  const lines = scene.visitorLines.length + 1;
  const early = lines < (scene.told.some((told) => told !== null) ? FIRST_OFFER_LINES : ANSWERED_FIRST_LINES);
  if (signals < 3 || early || facts.email || facts.noContact || facts.declined || facts.outsider) return null;
  if (insulted(scene) || scene.call || wronged(scene)) return null;
  const offeredIn = (lines: number) => {
    const recent = agentLines.slice(-lines).join('\n');
    return cast.offers.some((offer) => recent.includes(offer)) || recent.includes(cast.twin.persona.contact.email);
  };
  if (offeredIn(4)) return null;
  // Where nothing is kept, an address left here would be lost.
  const steps = scene.mode.manner.next_step;
  const usable = scene.consent === false ? steps.filter((line) => !LEAVES_ADDRESS.test(line)) : steps;
  return say(scene, usable) ?? (offeredIn(OFFER_AGAIN_LINES) ? null : say(scene, OFFER_AGAIN));
}

/** Works the visitor's name into one of the first short lines, when it was not used for a while. */
function address(scene: Scene, parts: string[]): void {
  const { name, fresh } = scene.facts;
  if (!name || parts.join(' ').includes(name)) return;
  const recent = scene.agentLines.slice(-2).some((line) => line.includes(name));
  if (recent && !fresh.has('name')) return;
  for (const at of [0, parts.length - 1]) {
    const named = withName(parts[at] ?? '', name);
    if (!named) continue;
    parts[at] = named;
    return;
  }
  parts[0] = `${name}, ${uncapital(parts[0] ?? '')}`;
}

/** Replies in which none begins as another one did. */
const OPENING_LINES = 5;
const openerOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]/gu, '')
    .split(/\s+/, 3)
    .join(' ');

/** A reply that would begin as a late one did gets a turn of phrase before it. */
function beginsAnew(scene: Scene, parts: string[]): string[] {
  const [first] = parts;
  if (!first || wronged(scene)) return parts;
  const opener = openerOf(first);
  if (!scene.agentLines.slice(-OPENING_LINES).some((line) => openerOf(line) === opener)) return parts;
  const { lead_in, more } = scene.mode.manner;
  const lead = say(scene, lead_in) ?? say(scene, more);
  return lead ? [lead, ...parts] : parts;
}

/** Puts a draft together: one pause before the end of a longer reply, one question at most, never what was said. */
export function finish(scene: Scene, draft: Draft): { text: string; knowledge: string[] } {
  const filled = draft.parts.filter((part): part is string => part !== null && part.trim() !== '');
  const parts = beginsAnew(scene, filled);
  const questions = parts.filter((part) => part.includes('?'));
  const kept = parts.filter((part) => !part.includes('?') || part === questions.at(-1));
  if (kept.length === 0) kept.push(lastResort(scene));
  address(scene, kept);
  const isName = (part: string) => scene.cast.twin.persona.services.some(({ name }) => part.startsWith(name));
  const lines = kept.map((part, at) => (kept[at - 1]?.endsWith(':') && !isName(part) ? uncapital(part) : part));
  const body = lines.slice(0, -1).join(' ');
  const end = lines.at(-1) ?? '';
  const long = body.length > 110 && !body.includes('[pause:') && !end.includes('[pause:');
  const text = capital(`${body}${body && long ? ` ${PAUSE}` : ''} ${end}`.trim());
  return { text, knowledge: [...new Set(draft.knowledge)] };
}
