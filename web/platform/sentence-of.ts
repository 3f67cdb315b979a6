import { t } from './texts.ts';
/** The failure's own message for the user; the fallback if it has none. */
export function sentenceOf(error: unknown, otherwise = t('ui.unreachable')): string {
  return error instanceof Error && error.message ? error.message : otherwise;
}
