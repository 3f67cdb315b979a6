import type { ReadProblem } from '@understudy/contract/read-problems';
import { type TextId, t } from '../platform/texts.ts';

/** Why a calendar cannot be read or written, for the owner; in the dashboard, which has the texts. */
export function problemWords({ code, values }: ReadProblem): string {
  const id = `calendar.problem.${code}` as TextId;
  const words = t(id, values);
  // A code of a newer server.
  return words === id ? t('calendar.problem.unread') : words;
}
