/** Examples: one that fits what was asked for, another one, and an honest word where there is none. */
import type { KnowledgePassage } from '@understudy/contract/twin';
import { contentWords } from '../../../platform/text/words.ts';
import { angle, tell } from './answer.ts';
import { type Draft, opening, say } from './draft.ts';
import { NO_MORE_STORIES, NO_SUCH_STORY } from './phrases.ts';
import type { Scene } from './scene.ts';
import { paragraphsOf } from './text.ts';

/** Words that ask for a story and say nothing of what it should be about. */
const ASKS_FOR_ONE = new Set(
  contentWords(
    'example instance case study story client clients customer reference another share show similar like ours company ' +
      'first somebody someone anybody anyone people person situation position shoes somewhere kind sort worked helped',
  ),
);
/** From this coverage on a story is of the kind that was asked for. */
const OF_THAT_KIND = 0.6;

/** Lines of the visitor's that tell what they are like. */
const THEIRS_LINES = 6;

const isStory = ({ tags }: KnowledgePassage) => tags.includes('story');
const begun = (scene: Scene, passage: KnowledgePassage) =>
  paragraphsOf(passage).some((paragraph) => scene.said.has(opening(paragraph)));

/**
 * Tells a story: of the kind that the message asks for, if there is one; otherwise says that there is none and tells the
 * nearest. One that was begun is finished by 'tell me more'; here another one is wanted.
 */
export function example(scene: Scene, query: string): Draft {
  const stories = scene.cast.twin.knowledge.filter(isStory);
  const kind = contentWords(query).filter((word) => !ASKS_FOR_ONE.has(word));
  const fit =
    kind.length === 0 ? [] : scene.cast.find(kind.join(' '), 6).filter(({ coverage }) => coverage >= OF_THAT_KIND);
  const ofKind = fit.map(({ passage }) => passage).filter(isStory);
  for (const story of ofKind) {
    const told = begun(scene, story) ? null : tell(scene, story, query);
    if (told) return told;
  }
  // 'A story like ours' is one like what they told.
  const theirs = kind.length === 0 ? scene.visitorLines.slice(-THEIRS_LINES).join(' ') : '';
  const near = scene.cast.find(`${theirs} ${query} example case story`, 6).map(({ passage }) => passage);
  // Success is shown before biography.
  const proofs = stories.filter(({ tags }) => tags.includes('proof'));
  const others = [...near.filter(isStory), ...proofs, ...stories].filter((story) => !begun(scene, story));
  for (const story of [...others.filter((other) => proofs.includes(other)), ...others]) {
    const told = tell(scene, story, query);
    if (!told) continue;
    const lead = kind.length > 0 ? say(scene, NO_SUCH_STORY) : null;
    return lead ? { ...told, parts: [lead, ...told.parts.slice(1)] } : told;
  }
  const unfinished = stories.map((story) => tell(scene, story, '')).find((told) => told !== null);
  return unfinished ?? angleAfterStories(scene);
}

function angleAfterStories(scene: Scene): Draft {
  const other = angle(scene, scene.thread.passage, []);
  const first = say(scene, NO_MORE_STORIES);
  return other ? { ...other, parts: [first, ...other.parts.slice(1)] } : { parts: [first], knowledge: [] };
}
