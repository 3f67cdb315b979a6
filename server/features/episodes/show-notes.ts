import type { ToldEpisode } from '@understudy/contract/episodes';
import type { Language } from '@understudy/contract/languages';
import { clockOf, MAX_TOLD_THEMES } from '@understudy/contract/reel';
import { momentWords } from '../../platform/text/moment-words.ts';
import { EPISODE_WORDS } from './episode-words.ts';

/** Themes that are listed. */

/**
 * The show notes of an episode, as Markdown.
 *
 * @param names what visitor and twin are called
 * @param timeZone the consultant's, for the date
 */
export function showNotes(
  episode: Omit<ToldEpisode, 'files' | 'lines'>,
  language: Language,
  names: Record<'visitor' | 'twin', string>,
  timeZone: string,
): string {
  const words = EPISODE_WORDS[language];
  const rating = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const { reel, themes, callbacks, modes, audience } = episode;
  const section = (heading: string, rows: readonly string[]) =>
    rows.length > 0 ? [`## ${heading}\n\n${rows.join('\n')}\n`] : [];
  const facts = words.facts({
    date: momentWords(episode.date, 'longDate', { language, zone: timeZone }),
    minutes: Math.max(1, Math.round(episode.duration / 60_000)),
    rating: rating.format(episode.overall_rating),
  });
  const room = words.audience({
    laughs: audience.laughs,
    questions: audience.questions,
    landed: audience.callbacks_landed,
    used: audience.callbacks_used,
  });
  const stars = episode.visitor_rating === null ? '' : ` ${words.rated(episode.visitor_rating)}`;
  return [
    `# ${plain(words.title(episode.episode_number, names.twin))}\n\n*${facts}*\n`,
    ...section(
      words.headings.reel,
      reel.map(({ at, type, content, speaker }) => {
        const place = at === null ? '' : ` (${clockOf(at)})`;
        const who = speaker === null ? '' : `, ${plain(names[speaker])}`;
        return `- **${words.moments[type]}**${place}${who}: ${plain(content)}`;
      }),
    ),
    ...section(
      words.headings.themes,
      themes.slice(0, MAX_TOLD_THEMES).map(({ topic }) => `- ${plain(topic)}`),
    ),
    ...section(
      words.headings.callbacks,
      callbacks
        .filter(({ used }) => used)
        .map(({ setup, outcome }) => `- “${plain(setup)}”: ${words.outcomes[outcome ?? 'used']}`),
    ),
    ...section(
      words.headings.modes,
      modes.map(({ mode, at }) => `- ${clockOf(at)} ${words.modes[mode]}`),
    ),
    ...section(words.headings.audience, [`${room}${stars}`]),
  ].join('\n');
}

/** Text of a conversation in Markdown: on one line, and nothing in it is markup. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&')
    .replace(/^([-+])/, '\\$1')
    .replace(/^(\d+)([.)])/, '$1\\$2');
