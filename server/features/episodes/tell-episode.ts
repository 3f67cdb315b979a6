import type { EpisodeLine, EpisodeMoment, ToldEpisode } from '@understudy/contract/episodes';
import type { Language } from '@understudy/contract/languages';
import { typographic } from '@understudy/contract/typography';
import { createMask } from '../understanding/index.ts';
import type { StoredEpisode, StoredLine } from './episode-store.ts';
import { EPISODE_WORDS } from './episode-words.ts';
import { showNotes } from './show-notes.ts';
import { durationOf, timelineOf } from './timeline.ts';
import { transcriptSrt, transcriptText, transcriptVtt } from './transcript-files.ts';

/** For whom an episode is told. */
export interface Reader {
  language: Language;
  /** The consultant's first name, and their time zone. */
  name: string;
  timeZone: string;
  /** Whether what identifies the visitor is masked. */
  isMasked: boolean;
}

/** The characters by which a moment's words are found in the transcript. */
const FOUND_BY_CHARS = 40;

/** An episode as it is told: with times, its moments in their places, and its files. */
export function tellEpisode(stored: StoredEpisode, said: readonly StoredLine[], reader: Reader): ToldEpisode {
  const { memory } = stored;
  const words = EPISODE_WORDS[reader.language];
  const mask = reader.isMasked ? createMask(stored, words.masked) : (text: string) => text;
  const clean = (text: string) => typographic(mask(text));
  const whole = timelineOf(said);
  const start = said[0]?.ts ?? 0;
  const masks = reader.isMasked ? Object.values(words.masked) : [];
  // Of what is nothing but masked, nothing is left to tell.
  const isTelling = (text: string) =>
    /[\p{L}\p{N}]/u.test(masks.reduce((rest, mask) => rest.replaceAll(mask, ''), clean(text)));
  const lines: EpisodeLine[] = whole.map((line) => ({ ...line, text: clean(line.text) }));
  const reel = memory.best_moments.map((moment): EpisodeMoment => {
    const line = placeOf(moment, said);
    return {
      type: moment.type,
      content: clean(moment.content),
      speaker: moment.speaker ?? null,
      audience_reaction: moment.audience_reaction,
      line,
      at: line === null ? null : (whole[line]?.at ?? null),
    };
  });
  const told = {
    episode_number: memory.episode_number,
    date: stored.date,
    duration: durationOf(memory.duration, said),
    overall_rating: memory.overall_rating,
    visitor_rating: stored.visitor_rating,
    modes: stored.modes.map(({ mode, at }, index) => {
      if (index === 0) return { mode, at: 0 };
      const next = said.findIndex(({ ts }) => ts >= at);
      return { mode, at: Math.max(0, whole[next]?.at ?? at - start) };
    }),
    themes: different(
      memory.themes.filter(({ topic }) => isTelling(topic)).map(({ topic, depth }) => ({ topic: clean(topic), depth })),
      ({ topic }) => topic,
    ),
    reel,
    callbacks: different(
      memory.callbacks
        .filter(({ setup }) => isTelling(setup))
        .map(({ setup, used, outcome }) => ({ setup: clean(setup), used, outcome })),
      ({ setup }) => setup,
    ),
    audience: memory.audience_stats,
  };
  const visitor = reader.isMasked ? words.visitor : (stored.visitor ?? words.visitor);
  const names = { visitor, twin: words.twin(reader.name) };
  return {
    ...told,
    lines,
    files: {
      notes: showNotes(told, reader.language, names, reader.timeZone),
      text: transcriptText(lines, names),
      srt: transcriptSrt(lines, names),
      vtt: transcriptVtt(lines, names),
    },
  };
}

/** Those of several that have the same words only once: masked, different ones may read alike. */
const different = <Told>(all: readonly Told[], wordsOf: (one: Told) => string): Told[] =>
  [...new Map(all.toReversed().map((one) => [wordsOf(one), one])).values()].reverse();

/** The line in which a moment's words stand, or its turn begins; null if neither is there any more. */
function placeOf(
  { turn_id: turnId, content, type }: StoredEpisode['memory']['best_moments'][number],
  said: readonly StoredLine[],
): number | null {
  const start = content.slice(0, FOUND_BY_CHARS);
  if (type === 'story') {
    // The turn of a story is the one before it, whose reply the visitor answers.
    const told = said.findLastIndex(({ speaker, text }) => speaker === 'visitor' && text.startsWith(start));
    if (told !== -1) return told;
  }
  const ofTurn = said.flatMap((line, index) => (turnId === null || line.turnId === turnId ? [{ ...line, index }] : []));
  const exact = ofTurn.find(({ text }) => text.includes(start) || start.startsWith(text));
  const reply = turnId === null ? undefined : ofTurn.find(({ speaker }) => speaker === 'twin');
  return (exact ?? reply)?.index ?? null;
}
