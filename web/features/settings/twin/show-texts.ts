import { SHOW_FILES } from '@understudy/contract/twin-texts';
import { t } from '../../../platform/texts.ts';

/** A file of the twin's folder `show`. */
export type ShowFile = (typeof SHOW_FILES)[keyof typeof SHOW_FILES];

const FILES: readonly ShowFile[] = Object.values(SHOW_FILES);
export const isShowFile = (file: string): file is ShowFile => (FILES as readonly string[]).includes(file);

/** What a file of the show holds. */
export const showFileName = (file: ShowFile): string => t('showTexts.fileName', { file: keyOf(file) });

const keyOf = (file: ShowFile): string => file.replace(/^show\/|\.yaml$/g, '');

/** The files that a twin has none of. */
export const missingShowFiles = (items: readonly { file: string }[]): ShowFile[] =>
  FILES.filter((file) => !items.some((one) => one.file === file));

/** A show's mode by name; one that the product does not know, as it is written. */
export const showModeName = (mode: string): string =>
  t('showTexts.mode', { mode: mode.replaceAll('-', '_'), name: mode });

/** A text in YAML, whatever stands in it. */
const quoted = (text: string): string => JSON.stringify(text);

/** The initial content of a file of the show: one of everything that it may hold, to be written over. */
export function showTemplate(file: ShowFile): string {
  if (file === SHOW_FILES.bits)
    return [
      '- id: first-bit',
      '  modes: [comedy, banter]',
      '  energy: middle',
      `  tags: [${t('showTexts.template.tag')}]`,
      `  text: ${quoted(t('showTexts.template.bit'))}\n`,
    ].join('\n');
  if (file === SHOW_FILES.replies)
    return [
      '- id: first-reply',
      '  kind: tells',
      `  lines: [${quoted(t('showTexts.template.sampleLine'))}]`,
      `  say: [${quoted(t('showTexts.template.reply'))}]\n`,
    ].join('\n');
  if (file === SHOW_FILES.answers)
    return [
      `- to: ${quoted(t('showTexts.template.question'))}`,
      `  answered: [${quoted(t('showTexts.template.answered'))}]`,
      `  declined: [${quoted(t('showTexts.template.declined'))}]\n`,
    ].join('\n');
  if (file === SHOW_FILES.games)
    return [
      '- id: first-game',
      `  name: ${quoted(t('showTexts.template.game'))}`,
      '  modes: [comedy, audience-interaction]',
      `  opening: ${quoted(t('showTexts.template.gameOpening'))}`,
      '  rounds:',
      `    - ask: ${quoted(t('showTexts.template.round'))}`,
      '      answer: 2',
      `      right: ${quoted(t('showTexts.template.right'))}`,
      `      wrong: ${quoted(t('showTexts.template.wrong'))}`,
      `    - ask: ${quoted(t('showTexts.template.openRound'))}`,
      `      after: ${quoted(t('showTexts.template.after'))}`,
      `  closing: ${quoted(t('showTexts.template.gameClosing'))}\n`,
    ].join('\n');
  if (file === SHOW_FILES.debates)
    return [
      '- id: first-motion',
      `  motion: ${quoted(t('showTexts.template.motion'))}`,
      `  about: [${quoted(t('showTexts.template.motionAbout'))}]`,
      `  opening: ${quoted(t('showTexts.template.debateOpening'))}`,
      ...(['for', 'against'] as const).flatMap((side) => [
        `  ${side}:`,
        `    opening: ${quoted(t('showTexts.template.sideOpening', { side }))}`,
        '    reasons:',
        ...[1, 2, 3].map((number) => `      - ${quoted(t('showTexts.template.reason', { side, number }))}`),
        '    rebuttals:',
        `      - to: [${quoted(t('showTexts.template.argument', { side }))}]`,
        `        say: ${quoted(t('showTexts.template.rebuttal', { side }))}`,
        `    closing: ${quoted(t('showTexts.template.sideClosing', { side }))}`,
      ]),
      '',
    ].join('\n');
  return [
    'openings:',
    '  comedy:',
    `    - ${quoted(t('showTexts.template.opening'))}`,
    'closers:',
    '  comedy:',
    `    - ${quoted(t('showTexts.template.closer'))}`,
    'callbacks:',
    `  - ${quoted(t('showTexts.template.callback'))}\n`,
  ].join('\n');
}
