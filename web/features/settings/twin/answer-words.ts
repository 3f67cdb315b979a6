import { t } from '../../../platform/texts.ts';

/** Who changed something, where the name is unknown too. */
const nameOf = (by: string | null) => by ?? t('answer.somebody');

/** What the form for an answer says. */
export const answerWords = () => ({
  question: t('answer.question'),
  questionHint: t('answer.questionHint'),
  answer: t('answer.answer'),
  answerHint: t('answer.answerHint'),
  topic: t('answer.topic'),
  topicHint: t('answer.topicHint'),
  where: t('answer.where'),
  newText: t('answer.newText'),
  save: t('answer.save'),
  saving: t('answer.saving'),
  cancel: t('answer.cancel'),
  loading: t('answer.loading'),
  asking: t('answer.asking'),
  gone: t('answer.gone'),
  unreachable: t('answer.unreachable'),
  theirs: t('answer.theirs'),
  keepMine: t('answer.keepMine'),
  takeTheirs: t('answer.takeTheirs'),
  saved: t('answer.saved'),
  before: t('answer.before'),
  now: t('answer.now'),
  none: t('answer.none'),
  undo: t('answer.undo'),
  undoing: t('answer.undoing'),
  undone: t('answer.undone'),
  again: t('answer.again'),
  askAgain: t('answer.askAgain'),
  done: t('answer.done'),
  open: t('answer.open'),
  conflict: (by: string | null, what: string) => t('answer.conflict', { by: nameOf(by), what }),
  merged: (by: string | null) => t('answer.merged', { by: nameOf(by) }),
});
