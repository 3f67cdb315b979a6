/** Words without a question before them: the greeting, and the follow-up after silence. */

import { hints } from './answer.ts';
import type { Draft } from './draft.ts';
import { say, unsaidParagraph } from './draft.ts';
import { UNPROMPTED_LEAD } from './phrases.ts';
import { BACK, BACK_NAMED, BACK_OPEN, BACK_OPEN_NAMED } from './phrases-back.ts';
import type { Scene } from './scene.ts';
import { opinion } from './social.ts';

/** The first words of a session. Says that it is an AI. */
export function greeting(scene: Scene, performer: boolean): Draft {
  const { manner } = scene.mode;
  if (scene.remembered) return welcomeBack(scene, scene.remembered.open);
  const lines = performer ? [...manner.performer_greeting, ...manner.greeting] : manner.greeting;
  return { parts: [say(scene, lines)], knowledge: [] };
}

/** To somebody who was here before: what was left open then. */
function welcomeBack(scene: Scene, open: string | null): Draft {
  const lists = open ? [BACK_OPEN_NAMED, BACK_OPEN] : [BACK_NAMED, BACK];
  const line = lists.map((lines) => say(scene, lines, { open })).find((said) => said !== null);
  return { parts: [line ?? say(scene, scene.mode.manner.greeting)], knowledge: [] };
}

/** Something unasked, tied to what was talked about; a different kind of thing each time. */
export function followup(scene: Scene): Draft {
  const { manner } = scene.mode;
  const line = say(scene, manner.followup);
  const turn = scene.said.count % 3;
  if (line && turn !== 2) return { parts: [line], knowledge: [] };
  const thought = opinion(scene);
  if (thought && turn === 2) return { parts: [thought], knowledge: [] };
  const related = scene.thread.passage ? scene.cast.find(scene.thread.passage.title, 4) : [];
  const [passage] = hints(scene, related, 1);
  const paragraph = passage ? unsaidParagraph(scene, passage) : null;
  if (passage && paragraph) return { parts: [say(scene, UNPROMPTED_LEAD), paragraph], knowledge: [passage.id] };
  return { parts: [thought ?? line], knowledge: [] };
}
