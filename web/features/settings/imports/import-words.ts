/** Every text of the page that adds knowledge. */
import type { ImportState, PassageChange } from '@understudy/contract/imports';
import { counted, numberWords } from '../../../ui/numbers.ts';

export const IMPORT_SECTION = { name: 'Add knowledge', about: 'Import texts, files and web pages' };

export const WORDS = {
  fromExisting: 'Import texts, files or web pages',
  introduction:
    'Bring in what you have already written. You review every passage before the twin knows it, and nothing is added ' +
    'until you say so.',
  chooseSource: 'Where is it?',
  sources: { file: 'File', page: 'Website', text: 'Pasted text' },

  fileDrop: 'Drop a file here',
  fileDropNow: 'Release to upload',
  fileOr: 'or',
  fileChoose: 'Choose a file',
  fileHint: 'PDF, Word (.docx), web page, Markdown or plain text. Up to 20 MB, 500 pages and 2 million characters.',
  fileTooLarge: 'The file is larger than 20 MB. Split it, or paste its text.',
  fileOne: 'Upload one file at a time.',
  uploading: (name: string) => `Uploading ${name}`,
  stopUpload: 'Cancel upload',

  url: 'Address',
  urlPlaceholder: 'https://example.com/about',
  urlHint: 'Only pages that anyone can open. Scripts on them never run.',
  importPage: 'Import this page',
  findPages: 'Choose pages of the site',
  findingPages: 'Looking for the sitemap...',
  pagesFound: (shown: number, total: number) =>
    total > shown ? `The first ${shown} of ${numberWords(total)} pages` : counted(total, 'page'),
  pagesFilter: 'Filter',
  pagesFilterPlaceholder: 'services',
  pagesNone: 'No page contains this.',
  pagesChosen: (chosen: number, most: number) => `${chosen} of at most ${most} chosen`,
  pagesAll: (count: number) => `Choose ${count === 1 ? 'it' : `the first ${count}`}`,
  pagesClear: 'Clear',
  importPages: (count: number) => (count === 0 ? 'Import pages' : `Import ${counted(count, 'page')}`),
  otherAddress: 'Use another address',

  title: 'Title',
  titlePlaceholder: 'How I work',
  titleHint: 'If you import a text with this title again, you see what has changed.',
  text: 'Text',
  textHint: 'Lines that start with # become headings.',
  importText: 'Import text',
  missingTitle: 'Enter a title.',
  missingText: 'Paste some text.',
  missingUrl: 'Enter an address.',
  starting: 'Starting...',

  list: 'Imports',
  listEmpty: 'No imports yet.',
  by: (who: string) => `by ${who}`,
  delete: 'Delete',
  deleteOf: (source: string) => `Delete ${source}`,
  deleteTitle: 'Delete this import?',
  deleteAbout: (isApplied: boolean) =>
    isApplied
      ? 'What it added to the knowledge stays. If you import this source again, you no longer see what has changed.'
      : 'Its passages and your edits are deleted. The twin’s knowledge does not change.',
  deleteConfirm: 'Delete import',
  keep: 'Keep it',

  back: 'All imports',
  reading: 'Reading',
  waiting: 'Waiting for another import to finish',
  readingPages: (done: number, total: number) => `${numberWords(done)} of ${counted(total, 'page')} read`,
  cancelReading: 'Cancel import',
  canceled: 'This import was canceled. Nothing was added.',
  failed: 'This could not be imported.',
  tryOther: 'Try another source',
  notes: (count: number) => `${counted(count, 'note')} about what could not be read`,

  reviewHint: 'Compare each passage with its source, edit it, and take or drop it.',
  reviewKeys: 'On a passage, T takes it, D drops it, E edits it, J and K move to the next and the one before.',
  takeAll: 'Take all',
  takeRest: 'Take the rest',
  dropRest: 'Drop the rest',
  unchangedOnly: 'Nothing has changed since the last import of this source.',
  compared: (file: string) => `Compared with ${file}, where an earlier import of this source was added.`,
  source: 'In the source',
  now: 'The twin knows now',
  passage: 'What the twin may say',
  page: (page: number) => `Page ${page}`,
  openPage: 'Open page',
  asks: 'Questions it answers',
  asksHint: 'One per line, as visitors would ask. They help the twin find this passage.',
  suggest: 'Suggest questions',
  suggesting: 'Asking the model...',
  suggestedNone: 'The model suggested nothing new.',
  edit: 'Edit',
  passageTitle: 'Heading',
  passageText: 'Text',
  passageTextHint: 'An empty line starts a new paragraph. The first one answers; the others add to it.',
  save: 'Save passage',
  saving: 'Saving...',
  cancelEdit: 'Cancel',
  more: (count: number) => `Show ${count} more`,
  loadingMore: 'Loading...',

  add: (count: number) => (count === 0 ? 'Add passages' : `Add ${counted(count, 'passage')}`),
  apply: (count: number) => (count === 0 ? 'Make changes' : `Make ${counted(count, 'change')}`),
  adding: 'Adding...',
  undecided: (count: number) => `${counted(count, 'passage')} undecided. Undecided passages are left out.`,
  takeOne: 'Take at least one passage.',
  cancelReview: 'Cancel import',
  cancelReviewTitle: 'Cancel this import?',
  cancelReviewAbout: 'Your edits and decisions are discarded. The twin’s knowledge does not change.',
  cancelReviewKeep: 'Keep reviewing',

  applied: (added: number, changed: number, removed: number) =>
    [
      added > 0 ? `${counted(added, 'passage')} added` : '',
      changed > 0 ? `${counted(changed, 'passage')} changed` : '',
      removed > 0 ? `${counted(removed, 'passage')} removed` : '',
    ]
      .filter(Boolean)
      .join(', '),
  appliedBefore: 'This import was added to the twin’s knowledge.',
  appliedTo: (file: string) => `In ${file}. The twin uses it from the next message on.`,
  openText: 'Open the text',
  undo: 'Undo',
  undone: 'Undone. The twin’s knowledge is as it was before.',
  another: 'Import something else',
} as const;

/** The state of an import, in a list. */
export const STATE_WORDS: Record<ImportState, string> = {
  reading: 'Reading',
  ready: 'Ready to review',
  failed: 'Failed',
  canceled: 'Canceled',
  applied: 'Added',
};

/** What a passage changes, and what its two buttons are called. */
export const CHANGE_WORDS: Record<PassageChange, { name: string; take: string; drop: string }> = {
  new: { name: 'New', take: 'Take', drop: 'Drop' },
  changed: { name: 'Changed', take: 'Use new text', drop: 'Keep current text' },
  unchanged: { name: 'Unchanged', take: 'Take', drop: 'Drop' },
  gone: { name: 'No longer in the source', take: 'Remove', drop: 'Keep' },
};
