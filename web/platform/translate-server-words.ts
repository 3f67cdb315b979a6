/** The catalogue's sentences for those of the server, by their codes. */
import { MESSAGE_MAX_CODE_POINTS } from '@understudy/contract/constants';
import { language } from './language.ts';
import { problemWords } from './problem-words.ts';
import type { ServerWords } from './server-words.ts';
import { loadTexts, type TextId, t } from './texts.ts';

/** Codes that leave open what exactly is wrong: the server's own sentence follows. */
const LEAVES_OPEN = new Set([
  ...['invalid_request', 'invalid_audio', 'invalid_picture', 'conflict', 'forbidden', 'confirmation_needed'],
  ...['body_too_large', 'unsupported_media_type', 'auth_validation_failed'],
]);
/** A mistake in the twin's texts, with file and line, which the editor reads. */
const MISTAKE_IN_TEXTS = /^[\w./-]+\.(yaml|md|txt):/;

/** @throws Error if the catalogue cannot be loaded */
export async function translated({ code, said, retryAfterMs = null, values, problem }: ServerWords): Promise<string> {
  if (MISTAKE_IN_TEXTS.test(said)) return said;
  if (problem) {
    await loadTexts('owner-pages');
    return problemWords(problem);
  }
  await loadTexts('server');
  const id = `errors.${code}` as TextId;
  const max = MESSAGE_MAX_CODE_POINTS.toLocaleString(language());
  const general = t(id, { max, wait: waitOf(retryAfterMs), ...values });
  // A code of a newer server.
  if (general === id) return said;
  return LEAVES_OPEN.has(code) ? t('errors.withDetail', { general, detail: said }) : general;
}

/** Roughly, as the server's own sentences say it: the chat adds the time to a refusal. */
function waitOf(ms: number | null): 'moment' | 'minutes' | 'longer' {
  if (ms === null || ms > 60 * 60_000) return 'longer';
  return ms > 90_000 ? 'minutes' : 'moment';
}
