/**
 * Classifies a few words heard while somebody else speaks: a backchannel that asks for nothing, a word that always
 * stops the speaker, or the speaker's own words echoed through the microphone. Pure and without a runtime library: the
 * page uses it to decide on barge-in, the server to decide whether an utterance is a turn.
 */

/** One word of a language with spaces, or one character of a script without them. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu;

/** Backchannels: agreement or surprise from a listener who does not want the floor. */
const ACKNOWLEDGEMENTS = phraseSet(`
  yes|yeah|yea|yep|yup|ya|aye|ok|okay|okey|kay|alright|right|sure|exactly|precisely|indeed|true|correct|absolutely
  definitely|totally|certainly|good|great|nice|cool|fine|perfect|lovely|wonderful|wow|really|interesting|understood
  gotcha|agreed|aha|ah|oh|ooh|huh|uh|um|er|thanks|cheers|yay|ha|haha
  all right|of course|for sure|i see|got it|i got it|i know|i understand|i agree|i hear you|i get it|makes sense
  fair enough|fair point|good point|go on|go ahead|carry on|keep going|please continue|continue|sounds good|sounds great
  no problem|no worries|no doubt|not bad|oh really|is that so|you are right|you're right|that is right|that's right
  that is true|that's true|that is good|that's good|that is great|that's great|that is interesting|that's interesting
  that is fair|that's fair|that makes sense|thank you|thank you very much|thank you so much|thanks a lot
  thanks so much|my goodness|oh my god|i like that|of course yes
`);

/** Backchannel sounds in the spellings of various transcribers: mm, mhm, hmm, mmhmm, uhhuh. */
const HUM = /^(?:m+h*m*|h+m+|mh+m+|a+h+|o+h+|u+h+|u+m+|uh+u+h+|e+r+m*)$/u;

/** Words that stop the speaker, whatever the rule for short transcripts says. */
const STOPS = phraseSet(`
  no|nope|nah|stop|wait|pause|enough|quiet|silence|halt|hush|cancel|listen
  hold on|hang on|hold it|hold up|shut up|be quiet|stop it|stop that|stop talking|stop speaking|stop there|time out
  that is enough|that's enough|one moment|one second|one sec|one minute|a moment|a second|a minute|a sec|just a moment
  just a second|just a minute|just a sec|wait a moment|wait a second|wait a minute|wait a sec|hold on a second
  hold on a minute|excuse me|never mind|nevermind|let me speak|let me finish|let me talk|let me stop you
`);

/** Words that do not change the meaning of the others. */
const FILLERS = phraseSet('please|so|and|well|but|very|much|just|now|there|here|sorry|hey|actually|right now|for me');

/** Longest phrase of the tables, in words. */
const PHRASE_WORDS_MAX = 4;
/** More words than this make a sentence in its own right. */
const SHORT_WORDS_MAX = 8;

/**
 * Whether the whole text is a backchannel ('uh-huh', 'yeah, right'), which never interrupts. Text with a stop word is
 * not.
 */
export function isAcknowledgement(text: string): boolean {
  return kindsOf(text)?.stops === 0;
}

/**
 * Whether the whole text asks the speaker to stop ('no', 'okay, wait', 'hold on please'). 'No, I meant the other one'
 * does not count: it is a turn of its own.
 */
export function isStopWord(text: string): boolean {
  return (kindsOf(text)?.stops ?? 0) > 0;
}

/** Counts the stop words; null if the text contains any other word, only fillers, or too many words. */
function kindsOf(text: string): { stops: number } | null {
  const words = spokenWords(text);
  if (words.length === 0 || words.length > SHORT_WORDS_MAX) return null;
  let stops = 0;
  let acknowledgements = 0;
  for (let at = 0; at < words.length; ) {
    const found = phraseAt(words, at);
    if (!found) return null;
    if (found.kind === 'stop') stops += 1;
    if (found.kind === 'acknowledgement') acknowledgements += 1;
    at += found.length;
  }
  return stops + acknowledgements > 0 ? { stops } : null;
}

/** The longest phrase of any table that starts at that word. */
function phraseAt(words: readonly string[], at: number): { kind: string; length: number } | null {
  for (let length = Math.min(PHRASE_WORDS_MAX, words.length - at); length > 0; length -= 1) {
    const phrase = words.slice(at, at + length).join(' ');
    if (STOPS.has(phrase)) return { kind: 'stop', length };
    if (ACKNOWLEDGEMENTS.has(phrase) || (length === 1 && HUM.test(phrase))) return { kind: 'acknowledgement', length };
    if (FILLERS.has(phrase)) return { kind: 'filler', length };
  }
  return null;
}

/** Share of heard words that may differ from the spoken ones, since transcribers mishear echoes. */
const ECHO_ERRORS_MAX = 0.25;
/**
 * Answers often repeat a word of the question ('the method or the price?' 'The price.'), so fewer words than this count
 * as an echo only if heard while the twin was speaking.
 */
const ECHO_WORDS_MIN_AFTERWARDS = 4;
/** Words compared on each side: more than anyone says in 10 s, so that the work is bounded. */
const ECHO_WORDS_MAX = 400;

/**
 * Whether the heard text is the twin's own speech echoed through the microphone: its words occur in sequence in the
 * spoken text, apart from a few mishearings.
 *
 * @param heard the transcript
 * @param spokenRecently what the twin said in the last 10 s
 * @param overlapped whether it was heard while the twin was speaking; false once the twin was silent
 */
export function isEchoOf(heard: string, spokenRecently: string, overlapped = true): boolean {
  const words = spokenWords(heard).slice(0, ECHO_WORDS_MAX);
  const spoken = spokenWords(spokenRecently).slice(-ECHO_WORDS_MAX);
  if (words.length === 0 || spoken.length === 0) return false;
  if (!overlapped && words.length < ECHO_WORDS_MIN_AFTERWARDS) return false;
  return wordErrors(words, spoken) <= Math.floor(words.length * ECHO_ERRORS_MAX);
}

/** Minimum number of word edits that turn `words` into some substring of `spoken` (Sellers 1980). */
function wordErrors(words: readonly string[], spoken: readonly string[]): number {
  let row = Array<number>(spoken.length + 1).fill(0);
  for (const [index, word] of words.entries()) {
    const next = [index + 1];
    for (const [column, said] of spoken.entries()) {
      const replaced = (row[column] ?? 0) + (soundsAlike(word, said) ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(...row);
}

/** Equal, or long enough to treat one inserted, deleted or substituted letter as a spelling variant. */
function soundsAlike(one: string, other: string): boolean {
  if (one === other) return true;
  if (Math.min(one.length, other.length) < 5 || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const rest = (text: string, skip: number) => text.slice(start + skip);
  if (one.length === other.length) return rest(one, 1) === rest(other, 1);
  return one.length > other.length ? rest(one, 1) === rest(other, 0) : rest(one, 0) === rest(other, 1);
}

/** The words of a text in lower case, without punctuation, split at hyphens. */
export function spokenWords(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().replaceAll(/[’ʼ]/g, "'").match(WORD) ?? [];
}

/** The phrases of a table, separated by newlines or |, as words of {@link spokenWords} joined by spaces. */
export function phraseSet(table: string): Set<string> {
  const phrases = table.split(/[|\n]/).map((phrase) => spokenWords(phrase).join(' '));
  return new Set(phrases.filter(Boolean));
}
