/**
 * Phrases that Whisper models invent when nobody speaks: in their training data, film and video subtitles, they occur
 * over silence and music. Pure.
 */
import { phraseSet, spokenWords } from '@understudy/contract/talk-words';

/** Visitors say these too, so that they count as invented only with a high probability of silence. */
const SAID_BY_PEOPLE_TOO = phraseSet(`
  thank you|thanks|thank you very much|thank you so much|you|bye|bye bye|goodbye|so|oh|ah|uh|um|hmm|mm|i
  the|and|hello|hi|please|good night|see you|see you later|see you next time|i'm sorry|sorry|silence
  that's it|here we go|let's go|the end|music|applause|laughter
`);
/** Nobody says these to a consultant's twin. */
const SUBTITLES = phraseSet(`
  thanks for watching|thank you for watching|thank you for watching this video|thanks for watching this video
  thanks for watching and see you next time|thanks for watching bye|thank you for watching bye bye
  please subscribe|please subscribe to my channel|please subscribe to our channel|subscribe to my channel
  don't forget to subscribe|don't forget to like and subscribe|like and subscribe|please like and subscribe
  please like comment and subscribe|see you in the next video|i'll see you in the next video|i'll see you next time
  subtitles by the amara org community|subtitles by the amara org|subtitles by amara org|transcribed by otter ai
  transcription by castingwords|transcription by esoteric captions|subs by www zeoranger co uk|www mooji org
  for more information visit www un org|this video is brought to you by|satsang with mooji|amara org
  captions by getty images|copyright wdr 2021|untertitel der amara org community|sous titres réalisés par la communauté d'amara org
`);

/** Minimum probability of silence at which a phrase that people use counts as invented. */
const SILENCE_SURE = 0.6;
/** The same for any short transcript: the model itself reports silence. */
const SILENCE_CERTAIN = 0.9;
const SHORT_WORDS = 4;

/**
 * Whether a transcript was invented from silence.
 * @param noSpeechProbability as reported by the transcriber; null if it reports none
 */
export function isSilenceInvention(text: string, noSpeechProbability: number | null): boolean {
  const words = spokenWords(text);
  const phrase = words.join(' ');
  if (SUBTITLES.has(phrase)) return true;
  if (/^[[(♪*]/u.test(text.trim()) && /[\])♪*]$/u.test(text.trim())) return true;
  const silence = noSpeechProbability ?? 0;
  if (silence >= SILENCE_CERTAIN && words.length <= SHORT_WORDS) return true;
  return silence >= SILENCE_SURE && (SAID_BY_PEOPLE_TOO.has(phrase) || isRepetition(words));
}

/** One word or pair of words repeated over and over, which models produce on noise. */
function isRepetition(words: readonly string[]): boolean {
  return words.length >= 6 && [1, 2].some((step) => words.every((word, at) => at < step || word === words[at - step]));
}
