import { STARTER_MAX_CHARS, STARTERS_MAX, type VisitorPageSettings } from '@understudy/contract/settings';
import { t } from '../../platform/texts.ts';
import { type GroupForm, type Problem, readingOf } from './group-forms.ts';

/** The switches in their order. */
export const VISITOR_SWITCHES = ['analysis', 'models', 'voice', 'waitlist', 'dashboard_link'] as const;
type VisitorSwitch = (typeof VISITOR_SWITCHES)[number];

/** The words of a switch. */
export const switchWords = (name: VisitorSwitch) => ({
  label: t(`visitorPage.${name}.label`),
  about: t(`visitorPage.${name}.about`),
});

/** The switches, and the questions as typed: one per line. */
export interface VisitorPageForm extends Record<VisitorSwitch, boolean> {
  starters: string;
}

const tooMany = (count: number) => t('visitorPage.tooMany', { most: STARTERS_MAX, count });
const tooLong = (line: string) => t('visitorPage.tooLong', { line: line.slice(0, 30), most: STARTER_MAX_CHARS });

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

export const visitorPageForm: GroupForm<VisitorPageSettings, VisitorPageForm> = {
  // An entry of the audit log from an earlier release has no questions.
  toForm: ({ starters = [], ...switches }) => ({ ...switches, starters: starters.join('\n') }),
  read({ starters, ...switches }) {
    const lines = linesOf(starters);
    const long = lines.find((line) => line.length > STARTER_MAX_CHARS);
    const problems: Problem[] = [];
    if (lines.length > STARTERS_MAX) problems.push({ field: 'starters', message: tooMany(lines.length) });
    else if (long) problems.push({ field: 'starters', message: tooLong(long) });
    return readingOf(problems, () => ({ ...switches, starters: lines }));
  },
  changes(before, after) {
    const changed = VISITOR_SWITCHES.filter((name) => before[name] !== after[name]);
    return [
      ...changed.map((name) => t(after[name] ? `visitorPage.${name}.on` : `visitorPage.${name}.off`)),
      ...(linesOf(before.starters).join('\n') === linesOf(after.starters).join('\n') ? [] : [t('visitorPage.changed')]),
    ];
  },
};
