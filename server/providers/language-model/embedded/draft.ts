/** A reply while it is put together: statements, then at most one question. */

import type { QuestionSlot } from '@understudy/contract/manner';
import type { KnowledgePassage } from '@understudy/contract/twin';
import { LAST_RESORT } from './phrases.ts';
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
    ...more,
  };
}

/** A line that was not said yet, from one of the lists in turn; null when all were said. */
export function say(scene: Scene, lines: readonly string[], more: Record<string, string | null> = {}): string | null {
  return scene.said.pick(lines, scene.salt, valuesOf(scene, more));
}

/** The last resort: never empty, never the same twice in a session. */
export function lastResort(scene: Scene): string {
  const seed = hash(scene.salt);
  const values = valuesOf(scene, { n: String(scene.said.count + 1) });
  const [first, second, third] = LAST_RESORT.map((lines, at) => lines[(seed >>> (at * 5)) % lines.length] ?? '');
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

/** The personality's own remark on a subject; the passage's most particular tag first. */
export function remark(scene: Scene, tags: readonly string[]): string | null {
  const { lens } = scene.mode.manner;
  for (const tag of [...tags].reverse()) {
    const line = say(scene, lens[tag] ?? []);
    if (line) return line;
  }
  return say(scene, lens['any'] ?? []);
}

/** Whether the twin may ask now: not after two unanswered questions, not when asked to stop, less when it asks rarely. */
export function mayAsk(scene: Scene): boolean {
  if (scene.facts.noQuestions) return false;
  const { asks } = scene.mode.manner;
  if (asks === 'always') return true;
  const askedLast = scene.lastAgent.endsWith('?');
  const ignored = askedLast && scene.visitorLines.length > 0 && scene.message.trim().endsWith('?');
  if (ignored) return false;
  return asks === 'often' || !askedLast;
}

const SLOT_ORDER: QuestionSlot[] = ['problem', 'size', 'tried', 'role', 'outcome', 'timeline'];

/** One question that fits and was not answered or asked; null when none is left. */
export function ask(scene: Scene, preferred: QuestionSlot[] = []): string | null {
  if (!mayAsk(scene)) return null;
  const { questions } = scene.mode.manner;
  const open = (slot: QuestionSlot) => !scene.facts.told.has(slot) && !scene.asked.has(slot);
  const deep = say(scene, questions.deeper);
  // Facts and reflection take turns; a form asks one fact after another.
  const deeperNow = scene.lastAsked !== null && scene.lastAsked !== 'deeper' && scene.facts.told.has('problem');
  if (deeperNow && deep) return deep;
  for (const slot of [...preferred, ...SLOT_ORDER]) {
    if (slot === 'deeper') break;
    const question = open(slot) ? say(scene, questions[slot]) : null;
    if (question) return question;
  }
  return scene.facts.told.has('problem') ? deep : null;
}

/** Whether to offer the next step: interest is clear, and it was not offered just now. */
export function nextStep(scene: Scene): string | null {
  const { facts, cast } = scene;
  const signals = facts.interest + (facts.told.has('problem') ? 1 : 0) + (facts.size || facts.timeline ? 1 : 0);
  const recent = scene.agentLines.slice(-4).join('\n');
  const offered = cast.offers.some((offer) => recent.includes(offer.slice(0, 40)));
  if (signals < 3 || offered || facts.email) return null;
  return say(scene, scene.mode.manner.next_step);
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

/** Puts a draft together: one pause before the end of a longer reply, one question at most, never what was said. */
export function finish(scene: Scene, draft: Draft): { text: string; knowledge: string[] } {
  const parts = draft.parts.filter((part): part is string => part !== null && part.trim() !== '');
  const questions = parts.filter((part) => part.includes('?'));
  const kept = parts.filter((part) => !part.includes('?') || part === questions.at(-1));
  if (kept.length === 0) kept.push(lastResort(scene));
  address(scene, kept);
  const lines = kept.map((part, at) => (kept[at - 1]?.endsWith(':') ? uncapital(part) : part));
  const body = lines.slice(0, -1).join(' ');
  const end = lines.at(-1) ?? '';
  const long = body.length > 110 && !body.includes('[pause:') && !end.includes('[pause:');
  const text = capital(`${body}${body && long ? ` ${PAUSE}` : ''} ${end}`.trim());
  return { text, knowledge: [...new Set(draft.knowledge)] };
}
