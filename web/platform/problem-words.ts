import { type ReadProblem, valuesFor } from '@understudy/contract/read-problems';
import { language } from './language.ts';
import { type TextId, t } from './texts.ts';

/** Why a file, a page or a calendar cannot be read or written, for the owner; in the dashboard, which has the texts. */
export function problemWords({ code, values }: ReadProblem): string {
  const id = `problem.${code}` as TextId;
  const words = t(id, valuesFor(values, language()));
  // A code of a newer server.
  return words === id ? t('problem.unread') : words;
}
