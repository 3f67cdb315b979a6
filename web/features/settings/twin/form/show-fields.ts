import { SHOW_BEATS, SHOW_MODES } from '@understudy/contract/constants';
import { SHOW_FILES, SHOW_FOLLOWUPS, SHOW_REPLY_KINDS } from '@understudy/contract/twin-texts';
import { t } from '../../../../platform/texts.ts';
import { showModeName } from '../show-texts.ts';
import type { Field, FieldSection } from './field-types.ts';

/** The sections of a form for a file of the show. */
export function showSections(file: string): FieldSection[] {
  if (file === SHOW_FILES.bits) return bitSections();
  if (file === SHOW_FILES.replies) return replySections();
  if (file === SHOW_FILES.answers) return answerSections();
  if (file === SHOW_FILES.debates) return debateSections();
  return file === SHOW_FILES.games ? gameSections() : materialSections();
}

const modeChoices = () => SHOW_MODES.map((mode) => ({ value: mode, label: showModeName(mode) }));
const modes = (): Field => ({
  is: 'choices',
  at: 'modes',
  label: t('showForm.modes'),
  choices: modeChoices(),
  isWide: true,
});

const lines = (at: string, label: string): Field => ({
  ...{ is: 'lines', at, label, item: t('showForm.line'), isOptional: true },
});

const materialSections = (): FieldSection[] => [
  ...(['openings', 'segues', 'closers', 'questions'] as const).map((kind) => ({
    name: t('showForm.kind', { kind }),
    about: t('showForm.kindAbout', { kind }),
    isFolded: true,
    fields: SHOW_MODES.map((mode) => lines(`${kind}.${mode}`, showModeName(mode))),
  })),
  {
    name: t('showForm.beats'),
    about: t('showForm.beatsAbout'),
    isFolded: true,
    fields: SHOW_BEATS.map((beat) => lines(`beats.${beat}`, t('showForm.beat', { beat }))),
  },
  {
    name: t('showForm.callbacks'),
    about: t('showForm.callbacksAbout'),
    isFolded: true,
    fields: [
      lines('callbacks', t('showForm.callbackLines')),
      lines('echoes', t('showForm.echoLines')),
      lines('returning', t('showForm.returningLines')),
    ],
  },
  {
    name: t('showForm.followups'),
    about: t('showForm.followupsAbout'),
    isFolded: true,
    fields: SHOW_FOLLOWUPS.map((what) =>
      lines(`followups.${what}`, t('showForm.followup', { what: what.replace('-', '_') })),
    ),
  },
  {
    name: t('showForm.threads'),
    about: t('showForm.threadsAbout'),
    isFolded: true,
    fields: (['branched', 'resumed', 'nothing'] as const).map((move) =>
      lines(`threads.${move}`, t('showForm.thread', { move })),
    ),
  },
];

const replySections = (): FieldSection[] => [
  {
    name: t('showForm.replies'),
    about: t('showForm.repliesAbout'),
    fields: [
      {
        is: 'groups',
        at: '',
        label: t('showForm.replies'),
        item: t('showForm.reply'),
        title: 'id',
        fresh: { id: '', kind: 'tells', lines: [''], say: [''] },
        fields: [
          { is: 'line', at: 'id', label: t('twinForm.id'), hint: t('showForm.idHint') },
          {
            is: 'choice',
            at: 'kind',
            label: t('showForm.replyKind'),
            choices: () =>
              SHOW_REPLY_KINDS.map((kind) => ({ value: kind, label: t('showForm.replyKindOf', { kind }) })),
          },
          sampleLines('lines', t('showForm.sampleLines')),
          { is: 'lines', at: 'say', label: t('showForm.say'), item: t('showForm.line') },
        ],
      },
    ],
  },
];

const answerSections = (): FieldSection[] => [
  {
    name: t('showForm.answers'),
    about: t('showForm.answersAbout'),
    fields: [
      {
        is: 'groups',
        at: '',
        label: t('showForm.answers'),
        item: t('showForm.question'),
        title: 'to',
        fresh: { to: '', answered: [''] },
        fields: [
          { is: 'paragraph', at: 'to', label: t('showForm.question'), hint: t('showForm.questionHint'), isWide: true },
          { is: 'lines', at: 'answered', label: t('showForm.answered'), item: t('showForm.line') },
          lines('declined', t('showForm.declined')),
        ],
      },
    ],
  },
];

const bitSections = (): FieldSection[] => [
  {
    name: t('showForm.bits'),
    about: t('showForm.bitsAbout'),
    fields: [
      {
        is: 'groups',
        at: '',
        label: t('showForm.bits'),
        item: t('showForm.bit'),
        title: 'id',
        fresh: { id: '', modes: ['comedy'], energy: 'middle', tags: [], text: '' },
        fields: [
          { is: 'line', at: 'id', label: t('twinForm.id'), hint: t('showForm.idHint') },
          {
            is: 'choice',
            at: 'energy',
            label: t('showForm.energy'),
            choices: () =>
              (['low', 'middle', 'high'] as const).map((energy) => ({
                value: energy,
                label: t('showForm.energyOf', { energy }),
              })),
          },
          { is: 'paragraph', at: 'text', label: t('showForm.bitText'), isWide: true },
          modes(),
          { is: 'words', at: 'tags', label: t('showForm.tags'), hint: t('twinForm.commasHint'), isWide: true },
        ],
      },
    ],
  },
];

const gameSections = (): FieldSection[] => [
  {
    name: t('showForm.games'),
    about: t('showForm.gamesAbout'),
    fields: [
      {
        is: 'groups',
        at: '',
        label: t('showForm.games'),
        item: t('showForm.game'),
        title: 'name',
        fresh: {
          ...{ id: '', name: '', modes: ['comedy'], opening: '' },
          rounds: [{ ask: '' }],
          closing: '',
        },
        fields: [
          { is: 'line', at: 'name', label: t('twinForm.name'), givesId: true },
          { is: 'line', at: 'id', label: t('twinForm.id'), hint: t('showForm.idHint') },
          modes(),
          {
            is: 'paragraph',
            at: 'opening',
            label: t('showForm.gameOpening'),
            hint: t('showForm.gameOpeningHint'),
            isWide: true,
          },
          {
            is: 'groups',
            at: 'rounds',
            label: t('showForm.rounds'),
            hint: t('showForm.roundsHint'),
            item: t('showForm.round'),
            title: 'ask',
            fresh: { ask: '' },
            fields: [
              { is: 'paragraph', at: 'ask', label: t('showForm.ask'), isWide: true },
              {
                is: 'number',
                at: 'answer',
                label: t('showForm.answer'),
                hint: t('showForm.answerHint'),
                min: 1,
                max: 4,
                isOptional: true,
              },
              { is: 'paragraph', at: 'right', label: t('showForm.right'), isOptional: true, isWide: true },
              { is: 'paragraph', at: 'wrong', label: t('showForm.wrong'), isOptional: true, isWide: true },
              { is: 'paragraph', at: 'after', label: t('showForm.after'), isOptional: true, isWide: true },
            ],
          },
          {
            is: 'paragraph',
            at: 'closing',
            label: t('showForm.gameClosing'),
            hint: t('showForm.gameClosingHint'),
            isWide: true,
          },
        ],
      },
    ],
  },
];

const sampleLines = (at: string, label: string): Field => ({
  ...{ is: 'lines', at, label, item: t('showForm.line') },
  hint: t('showForm.sampleLinesHint'),
});

const sideFields = (side: 'for' | 'against'): Field[] => [
  { is: 'paragraph', at: `${side}.opening`, label: t('showForm.sideOpening', { side }), isWide: true },
  { is: 'lines', at: `${side}.reasons`, label: t('showForm.sideReasons', { side }), item: t('showForm.line') },
  {
    is: 'groups',
    at: `${side}.rebuttals`,
    label: t('showForm.sideRebuttals', { side }),
    hint: t('showForm.rebuttalsHint'),
    item: t('showForm.rebuttal'),
    title: 'say',
    fresh: { to: [''], say: '' },
    fields: [
      sampleLines('to', t('showForm.sampleLines')),
      { is: 'paragraph', at: 'say', label: t('showForm.say'), isWide: true },
    ],
  },
  { is: 'paragraph', at: `${side}.closing`, label: t('showForm.sideClosing', { side }), isWide: true },
];

const FRESH_SIDE = { opening: '', reasons: ['', '', ''], rebuttals: [], closing: '' };

const debateSections = (): FieldSection[] => [
  {
    name: t('showForm.debates'),
    about: t('showForm.debatesAbout'),
    fields: [
      {
        is: 'groups',
        at: '',
        label: t('showForm.debates'),
        item: t('showForm.debate'),
        title: 'motion',
        fresh: { id: '', motion: '', about: [''], opening: '', for: FRESH_SIDE, against: FRESH_SIDE },
        fields: [
          { is: 'line', at: 'motion', label: t('showForm.motion'), hint: t('showForm.motionHint'), isWide: true },
          { is: 'line', at: 'id', label: t('twinForm.id'), hint: t('showForm.idHint') },
          sampleLines('about', t('showForm.motionAbout')),
          {
            is: 'paragraph',
            at: 'opening',
            label: t('showForm.debateOpening'),
            hint: t('showForm.debateOpeningHint'),
            isWide: true,
          },
          ...sideFields('for'),
          ...sideFields('against'),
        ],
      },
    ],
  },
];
