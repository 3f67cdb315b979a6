/** Somebody who looks in again: with a greeting, for news, or to say that nothing has changed. */

import { FIRST_STEP } from './advise.ts';
import { answer } from './answer.ts';
import { callStatus } from './contact.ts';
import { HELLOS, LISTENING } from './courtesies.ts';
import { ask, type Draft, say, unsaidParagraph } from './draft.ts';
import { fits } from './evidence.ts';
import {
  AS_BEFORE,
  HELLO_AGAIN,
  NO_NEWS,
  NO_NEWS_AT,
  NOTHING_FROM_EARLIER,
  OPEN_FROM_EARLIER,
  START_OVER,
  STILL_OPEN,
  TAKE_IT_UP,
  WELL_DONE,
} from './phrases-back.ts';
import type { Scene } from './scene.ts';

const draft = (...parts: (string | null)[]): Draft => ({ parts: [null, ...parts], knowledge: [] });

/** What was left open, with a question for it; what stands in the twin's last line is not told again. */
function openThread(scene: Scene): string | null {
  const open = scene.remembered?.open;
  if (!open) return null;
  if (scene.lastAgent.includes(open)) return say(scene, TAKE_IT_UP);
  const told = say(scene, OPEN_FROM_EARLIER, { open });
  return told && [told, say(scene, STILL_OPEN)].filter(Boolean).join(' ');
}

/** 'Hi again': what was left open, or that nothing is known of before; null for a greeting that says nothing of before. */
export function helloAgain(scene: Scene): Draft | null {
  if (scene.visitorLines.length > 0) return null;
  const open = openThread(scene);
  if (open) return draft(say(scene, HELLO_AGAIN), open);
  if (!/\b(?:again|back)\b/i.test(scene.message)) return null;
  const nothing = scene.remembered ? say(scene, LISTENING) : say(scene, NOTHING_FROM_EARLIER);
  return draft(
    say(scene, scene.remembered ? HELLO_AGAIN : HELLOS),
    nothing,
    scene.remembered ? null : say(scene, START_OVER),
  );
}

/** Asked for news: there are none that come through here, and what was left open is taken up. */
export function news(scene: Scene): Draft {
  if (scene.call) return callStatus(scene);
  const reach = scene.facts.email ?? scene.facts.phone;
  const none = (reach && say(scene, NO_NEWS_AT, { reach })) || say(scene, NO_NEWS);
  return draft(none, openThread(scene) ?? (scene.remembered ? ask(scene, ['problem']) : null));
}

const SAME =
  /^(?:(?:no|nope|not really|not yet|nothing|sadly|unfortunately|well|hm+|honestly|still)[,. ]+)*(?:(?:it'?s |it is |all |everything(?:'s| is)? |things are )?(?:still |just |much |exactly )*(?:the same|as before|as it was|where it was|unchanged)|no (?:change|changes|progress|movement)|(?:nothing|not much|little) (?:has |'s )?(?:changed|moved|happened|new))(?: (?:as|since|so far|here|really|yet).*)?\W*$/;

/** 'Still the same', said of what was left open: it is taken up where it lay; null when nothing was. */
export function sameAsBefore(scene: Scene, text: string): Draft | null {
  const { remembered, facts, cast } = scene;
  if (!remembered?.open || !SAME.test(text) || scene.visitorLines.length > 3) return null;
  const troubled = { ...scene, facts: { ...facts, trouble: true, fresh: new Set<'problem'>(['problem']) } };
  const first = say(scene, AS_BEFORE, { open: remembered.open });
  const step = cast.twin.knowledge.find(({ tags }) => tags.includes(FIRST_STEP));
  // What was asked is answered, what was told is begun with.
  const asked = /^you (?:asked|wanted to know)\b/.test(remembered.open) ? answer(scene, remembered.open) : null;
  if (asked?.knowledge.length) return { ...asked, parts: [null, first, ...asked.parts.slice(1)] };
  const theirs = cast.find(remembered.open, 3).find((hit) => hit.passage.tags.includes('problem') && fits(hit));
  const passage = theirs?.passage ?? step;
  const paragraph = passage ? unsaidParagraph(scene, passage) : null;
  return {
    parts: [null, first, paragraph, ask(troubled, ['tried', 'decider'], ['problem'])],
    knowledge: passage && paragraph ? [passage.id] : [],
  };
}

const DONE = /^(?:(?:i|we|yes|yep|ok|well)[,. ]+)*(?:did (?:it|that|so)|have done (?:it|that)|done)\b/;

/** 'Did it', said of what was left open; null when nothing was. */
export function isDone(scene: Scene, text: string): Draft | null {
  const { remembered, facts } = scene;
  if (!remembered?.open || !DONE.test(text) || text.includes('?') || scene.visitorLines.length > 3) return null;
  const troubled = { ...scene, facts: { ...facts, trouble: true, fresh: new Set<'problem'>(['problem']) } };
  return draft(say(scene, WELL_DONE), ask(troubled, ['deeper', 'decider'], ['problem']));
}
