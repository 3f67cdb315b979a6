/** Formatting of figures. */
import type { LatencyStage } from '@understudy/contract/analytics';
import type { Intent } from '@understudy/contract/leads';
import { t } from '../../platform/texts.ts';
import { capitalised } from '../../ui/id-words.ts';
import { numberFormat, numberWords } from '../../ui/numbers.ts';

/** '1.2K': fits in four characters. */
export const shortNumber = (value: number) =>
  value < 1000 ? numberWords(value) : numberFormat({ notation: 'compact', maximumSignificantDigits: 2 }).format(value);

/** '14%', 'under 1%'; null if the whole is zero or smaller than the part. */
export function shareWords(part: number, whole: number): string | null {
  if (whole <= 0 || part > whole) return null;
  const share = part / whole;
  const percent = numberFormat({ style: 'percent', maximumFractionDigits: 0 });
  if (share > 0 && share < 0.01) return t('analytics.under', { percent: percent.format(0.01) });
  // Anything less than the whole must not be shown as 100%.
  return share < 1 && share > 0.99 ? t('analytics.over', { percent: percent.format(0.99) }) : percent.format(share);
}

/** '820 ms', '1.4 s', '12 s', '1 min 12 s', '7 h 15 min'. */
export function durationWords(ms: number): string {
  if (Math.round(ms) < 1000) return `${numberWords(Math.round(ms))} ms`;
  const seconds = ms / 1000;
  if (seconds < 9.95)
    return `${numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${numberWords(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** '€3.42', '€0.0038': two significant digits, however small the amount. */
export function moneyWords(amount: number, currency: string): string {
  const digits =
    amount !== 0 && Math.abs(amount) < 0.1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 };
  try {
    return numberFormat({ style: 'currency', currency, ...digits }).format(amount);
  } catch {
    return `${numberWords(amount)} ${currency}`;
  }
}

/** 'Consulting inquiry'; conversations about nothing in particular have a label of their own. */
export function intentWords(intent: Intent | 'none'): string {
  return intent === 'none' ? t('analytics.nothingInParticular') : capitalised(t(`intent.${intent}`));
}

/** End point of each stage, in order. */
export const stageWords = (): Record<LatencyStage, string> => ({
  reply: t('analytics.wholeReply'),
  utterance_sent: t('analytics.speechSentOff'),
  transcribed: t('analytics.speechTurnedIntoWords'),
  first_word: t('analytics.firstWordOfTheReply'),
  first_audio: t('analytics.firstSoundOfTheReply'),
  playback_start: t('analytics.replyHeard'),
});
