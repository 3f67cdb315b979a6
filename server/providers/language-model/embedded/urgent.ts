/** What cannot wait. */

import { fold } from '../../../platform/text/words.ts';
import { URGENT_LINES, URGENT_STEP } from './case-lines.ts';
import { type Draft, say } from './draft.ts';
import type { Scene } from './scene.ts';
import { URGENT } from './signs.ts';

/**
 * Somebody needs help today: says at once what the twin cannot do and which way is quickest, with something to do
 * meanwhile; null when nothing is urgent, or when all of that was said.
 */
export function urgent(scene: Scene): Draft | null {
  const { facts } = scene;
  if (!facts.trouble || facts.noContact || !URGENT.test(fold(scene.message))) return null;
  const line = say(scene, URGENT_LINES);
  return line ? { parts: [line, say(scene, URGENT_STEP)], knowledge: [] } : null;
}
