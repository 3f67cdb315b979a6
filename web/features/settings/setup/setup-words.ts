import type { Work } from '@understudy/contract/leads';
import type { Setup, SetupAnswers, SetupStep } from '@understudy/contract/setup';
import { t } from '../../../platform/texts.ts';
import { fromTo } from '../group-forms.ts';
import { changedFields } from './setup-answers.ts';

/** A value in a few words. */
function valueWords(key: keyof SetupAnswers, value: SetupAnswers[keyof SetupAnswers]): string {
  if (Array.isArray(value)) return t('setup.entries', { count: value.length });
  if (key === 'manner') return Object.values(value as SetupAnswers['manner']).join(', ');
  if (key === 'work') return t(`setup.works.${value as Work}`);
  if (key === 'portrait' && value !== null) return t('setup.otherPhoto');
  return value === null || value === '' ? t('setup.nothing') : t('setup.quoted', { words: String(value) });
}

/** What one owner changed in the answers, field by field. */
export const answerChanges = (before: SetupAnswers, after: SetupAnswers): string[] =>
  changedFields(before, after).map((key) =>
    fromTo(t(`setup.fields.${key}`), valueWords(key, before[key]), valueWords(key, after[key])),
  );

const FOLDERS = { modes: 'modes', knowledge: 'knowledge', replies: 'replies', demos: 'demos' } as const;

/** What publishing changes, by what it is to the owner: 'your name and profile', '6 personalities'. */
export function publishWords({ replaced, added, removed }: Setup['changes'], isSample: boolean): string[] {
  const written = [...replaced, ...added];
  const among = (folder: string) => written.filter((file) => file.startsWith(`${folder}/`)).length;
  const known = Object.values(FOLDERS).reduce((sum, folder) => sum + among(folder), 0);
  const hasPersona = written.includes('persona.yaml');
  const others = written.length - known - (hasPersona ? 1 : 0);
  return [
    ...(hasPersona ? [t('setup.parts.persona')] : []),
    ...Object.values(FOLDERS).flatMap((folder) =>
      among(folder) > 0 ? [t(`setup.parts.${folder}`, { count: among(folder) })] : [],
    ),
    ...(others > 0 ? [t('setup.parts.others', { count: others })] : []),
    ...(removed.length > 0
      ? [t(isSample ? 'setup.parts.sampleRemoved' : 'setup.parts.removed', { count: removed.length })]
      : []),
  ];
}

/** What the twin has apart from the answers. */
export interface Present {
  /** A picture of its own, not drawn initials. */
  hasPhoto: boolean;
  /** Knowledge in its texts. */
  hasKnowledge: boolean;
  /** Knowledge that was imported, which a new beginning keeps. */
  hasImports: boolean;
  hasModel: boolean;
}

const isFilled = (words: string): boolean => words.trim() !== '';

/** What a good twin has. */
export function checksOf(answers: SetupAnswers, present: Present): { is: Check; step: SetupStep; isThere: boolean }[] {
  const isCurrent = answers.base === 'current';
  return [
    { is: 'who', step: 'you', isThere: isFilled(answers.name) && isFilled(answers.does) },
    { is: 'photo', step: 'you', isThere: answers.portrait !== null || (isCurrent && present.hasPhoto) },
    { is: 'services', step: 'knowledge', isThere: answers.services.some(({ name }) => isFilled(name)) },
    {
      is: 'knowledge',
      step: 'knowledge',
      isThere:
        present.hasImports ||
        (isCurrent && present.hasKnowledge) ||
        answers.answers.some(({ answer }) => isFilled(answer)),
    },
    { is: 'call', step: 'contact', isThere: isFilled(answers.call) || isFilled(answers.calendar) },
  ];
}
type Check = 'who' | 'photo' | 'services' | 'knowledge' | 'call';

/** The degree of a slider that nobody has moved. */
const MIDDLE = 3;

/**
 * The steps that are done.
 *
 * @param seen the number of steps that were passed: a manner in the middle is one too
 */
export function doneSteps(setup: Setup, answers: SetupAnswers, present: Present, seen: number): Set<SetupStep> {
  const checks = checksOf(answers, present);
  const has = (check: Check) => checks.some(({ is, isThere }) => is === check && isThere);
  const is: Record<SetupStep, boolean> = {
    you: has('who'),
    knowledge: has('services') || has('knowledge'),
    manner: seen > 2 || Object.values(answers.manner).some((degree) => degree !== MIDDLE),
    contact: has('call'),
    model: present.hasModel,
    publish: setup.state === 'published',
  };
  return new Set((Object.keys(is) as SetupStep[]).filter((step) => is[step]));
}
