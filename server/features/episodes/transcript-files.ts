import type { EpisodeLine } from '@understudy/contract/episodes';
import { clockOf } from '@understudy/contract/reel';

/** What the speakers are called. */
export type SpeakerNames = Record<EpisodeLine['speaker'], string>;

/** A subtitle: two lines of a length that is read at a glance. */
const CUE_LINE_CHARS = 42;
const CUE_CHARS = 2 * CUE_LINE_CHARS;
/** A space at which no line is broken. */
const UNBROKEN = '\u00A0';

/** The transcript as plain text, a line with its time for each. */
export function transcriptText(lines: readonly EpisodeLine[], names: SpeakerNames): string {
  const rows = lines.map(({ at, speaker, text }) => `[${clockOf(at)}] ${nameOf(names[speaker])}: ${oneLine(text)}\n`);
  return rows.join('\n');
}

/** The transcript as SubRip (.srt). */
export function transcriptSrt(lines: readonly EpisodeLine[], names: SpeakerNames): string {
  return cuesOf(lines)
    .map(({ speaker, isFirst, text, at, until }, index) => {
      // SubRip has no escapes, and players take angle brackets and braces for formatting.
      // A name stays on its line: only what was said is broken at a space.
      const name = nameOf(names[speaker]).replaceAll(' ', UNBROKEN);
      const said = wrapped(`${isFirst ? `${name}: ` : ''}${text}`.replace(/[<>{}]/g, '')).replaceAll(UNBROKEN, ' ');
      return `${index + 1}\n${stamp(at, ',')} --> ${stamp(until, ',')}\n${said}\n`;
    })
    .join('\n');
}

/** The transcript as WebVTT (.vtt), with voices. */
export function transcriptVtt(lines: readonly EpisodeLine[], names: SpeakerNames): string {
  const cues = cuesOf(lines).map(
    ({ speaker, text, at, until }, index) =>
      `${index + 1}\n${stamp(at, '.')} --> ${stamp(until, '.')}\n` +
      `<v ${escaped(nameOf(names[speaker]))}>${escaped(wrapped(text))}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

interface Cue extends EpisodeLine {
  isFirst: boolean;
}

/** Long lines become several cues, each as long as its share of the words. */
function cuesOf(lines: readonly EpisodeLine[]): Cue[] {
  return lines.flatMap((line) => {
    const parts = splitAtWords(oneLine(line.text));
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    let before = 0;
    const timeAt = (chars: number) => Math.round(line.at + ((line.until - line.at) * chars) / length);
    return parts.map((text, index) => {
      const at = timeAt(before);
      before += text.length;
      return { speaker: line.speaker, text, at, until: timeAt(before), isFirst: index === 0 };
    });
  });
}

/** A text in pieces of at most CUE_CHARS, cut at spaces where it has any; a piece prefers to end with a sentence. */
function splitAtWords(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > CUE_CHARS) {
    const head = rest.slice(0, CUE_CHARS + 1);
    const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('? '), head.lastIndexOf('! ')) + 1;
    const space = sentence > CUE_LINE_CHARS ? sentence : head.lastIndexOf(' ');
    const end = space > 0 ? space : wholeCharacters(rest, CUE_CHARS);
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest ? [...pieces, rest] : pieces;
}

/** A cut that does not fall between the halves of a character. */
const wholeCharacters = (text: string, at: number): number =>
  /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at - 1 : at;

/** On two lines if one is too long, broken near the middle. */
function wrapped(text: string): string {
  if (text.length <= CUE_LINE_CHARS) return text;
  const middle = text.length / 2;
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const [best] = spaces.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  return best === undefined ? text : `${text.slice(0, best)}\n${text.slice(best + 1)}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** A speaker's name on one line, without what controls how others read: a name may be whatever a visitor typed. */
const nameOf = (name: string): string =>
  oneLine(name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').replace(/\p{Cf}/gu, '')) || '–';
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const padded = (value: number, length = 2): string => String(value).padStart(length, '0');

function partsOf(ms: number) {
  const whole = Math.max(0, Math.round(ms));
  return {
    hours: Math.floor(whole / 3_600_000),
    minutes: Math.floor(whole / 60_000) % 60,
    seconds: Math.floor(whole / 1_000) % 60,
    rest: whole % 1_000,
  };
}

/** '00:07:05,250': SubRip separates the milliseconds with a comma, WebVTT with a point. */
function stamp(ms: number, point: ',' | '.'): string {
  const { hours, minutes, seconds, rest } = partsOf(ms);
  return `${padded(hours)}:${padded(minutes)}:${padded(seconds)}${point}${padded(rest, 3)}`;
}
