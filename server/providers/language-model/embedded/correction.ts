/** 'No, I meant the keynote': the question before it is answered for what was meant. */
import type { Service } from '@understudy/contract/twin';
import { contentWords, fold } from '../../../platform/text/words.ts';
import { answer, figures, tell } from './answer.ts';
import { serviceIn } from './cast.ts';
import { classify } from './classify.ts';
import { CORRECTED_LINES } from './courtesies.ts';
import { type Draft, say } from './draft.ts';
import { cheapest } from './rates.ts';
import type { Scene } from './scene.ts';

const MEANT =
  /^(?:(?:no|nope|sorry|oh|ah|wait|actually|well|but|and|i said|yes but)[,. ]+)*(?:i (?:meant?|was (?:asking|talking) about|am asking about)|not (?:the |that |a |an )?[^,.;]{2,30}(?:[,;.]| but\b))/;
/** What was not meant. */
const NOT_MEANT = /\bnot (?:the |that |a |an )?[^,.;]{2,30}?(?:[,;.]| but\b)/gi;
const SMALLER = /\b(?:shorter|smaller|cheaper|cheapest|smallest|shortest)\b/;
const MAX_WORDS = 14;
/** Lines in which the question is looked for. */
const LINES = 4;
/** From this coverage on what was meant is known of. */
const KNOWN = 0.5;

/** Answers for what was meant; null when nothing is put right, or it is not known what. */
export function correction(scene: Scene, text: string): Draft | null {
  if (!MEANT.test(text) || text.split(' ').length > MAX_WORDS) return null;
  const meant = scene.message.replaceAll(NOT_MEANT, ' ');
  const service: Service | null = serviceIn(scene.cast, meant) ?? (SMALLER.test(text) ? cheapest(scene) : null);
  const before = scene.visitorLines.slice(-LINES).findLast((line) => !MEANT.test(fold(line))) ?? '';
  const told = service ? ofService(scene, service, before) : ofSubject(scene, meant);
  return told && { ...told, parts: [say(scene, CORRECTED_LINES), ...told.parts.slice(1)] };
}

function ofService(scene: Scene, service: Service, before: string): Draft | null {
  const { act } = classify(before);
  const figure = act === 'price' || act === 'duration' ? figures(scene, service, act) : null;
  const passage = scene.cast.services.find((entry) => entry.service === service)?.passage;
  return figure ?? (passage ? tell(scene, passage, before) : null);
}

function ofSubject(scene: Scene, meant: string): Draft | null {
  const subject = contentWords(meant.replace(/^.*?\b(?:meant?|about)\b/i, '')).join(' ');
  const [hit] = subject ? scene.cast.find(subject, 1) : [];
  return hit && hit.coverage >= KNOWN ? answer(scene, subject) : null;
}
