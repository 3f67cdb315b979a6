import { WEEKDAYS } from '@understudy/contract/weekdays';
import { t } from '../../../platform/texts.ts';
import { readerZone } from '../../../ui/dates.ts';
import { weekdayNames } from '../../../ui/weekdays.ts';
import type { FieldSection } from './form/field-types.ts';

/** When visitors may book. */
export const CALENDAR_FILE = 'calendar.yaml';

/** The initial content of the calendar: one kind of meeting, in the usual hours of the owner's zone. */
export function calendarTemplate(): string {
  const zone = readerZone();
  return [
    `timeZone: ${zone}`,
    'hours:',
    ...WEEKDAYS.slice(0, 5).map((day) => `  ${day}: ['09:00-12:00', '13:00-17:00']`),
    'kinds:',
    '  - id: first-call',
    `    title: ${JSON.stringify(t('calendarForm.firstCall'))}`,
    '    minutes: 30',
    `    place: ${JSON.stringify(t('calendarForm.byPhone'))}`,
    '    noticeHours: 12',
    '    daysAhead: 28\n',
  ].join('\n');
}

/** The sections of the calendar's form. */
export const calendarSections = (): FieldSection[] => [
  {
    name: t('calendarForm.kinds'),
    about: t('calendarForm.kindsAbout'),
    fields: [
      {
        is: 'groups',
        at: 'kinds',
        label: t('calendarForm.kinds'),
        isLabelHidden: true,
        isWide: true,
        item: t('calendarForm.kind'),
        title: 'title',
        fresh: { id: '', title: '', minutes: 30 },
        fields: [
          { is: 'line', at: 'title', label: t('calendarForm.title'), givesId: true },
          { is: 'line', at: 'id', label: t('twinForm.id'), hint: t('showForm.idHint') },
          { is: 'number', at: 'minutes', label: t('calendarForm.minutes'), min: 5, max: 480 },
          {
            is: 'line',
            at: 'place',
            label: t('calendarForm.place'),
            hint: t('calendarForm.placeHint'),
            isOptional: true,
          },
          { is: 'url', at: 'videoLink', label: t('calendarForm.videoLink'), isOptional: true },
          {
            is: 'number',
            at: 'bufferBefore',
            label: t('calendarForm.bufferBefore'),
            min: 0,
            max: 240,
            isOptional: true,
          },
          { is: 'number', at: 'bufferAfter', label: t('calendarForm.bufferAfter'), min: 0, max: 240, isOptional: true },
          { is: 'number', at: 'noticeHours', label: t('calendarForm.noticeHours'), min: 0, max: 720, isOptional: true },
          { is: 'number', at: 'daysAhead', label: t('calendarForm.daysAhead'), min: 1, max: 180, isOptional: true },
          {
            ...{ is: 'number', at: 'perDay', label: t('calendarForm.perDay'), hint: t('calendarForm.perDayHint') },
            ...{ min: 1, max: 50, isOptional: true },
          },
        ],
      },
    ],
  },
  {
    name: t('calendarForm.hours'),
    about: t('calendarForm.hoursAbout'),
    fields: [
      { is: 'line', at: 'timeZone', label: t('settings.timeZone'), isOptional: true },
      ...weekdayNames().map((label, at) => ({
        ...{ is: 'words' as const, at: `hours.${WEEKDAYS[at]}`, label, isOptional: true },
        ...(at === 0 ? { hint: t('calendarForm.hoursHint') } : {}),
      })),
      {
        is: 'words',
        at: 'blocked',
        label: t('calendarForm.blocked'),
        hint: t('calendarForm.blockedHint'),
        isOptional: true,
        isWide: true,
      },
    ],
    links: [{ section: 'hours', label: t('calendarForm.toHours') }],
  },
  {
    name: t('calendarForm.elsewhere'),
    about: t('calendarForm.elsewhereAbout'),
    isFolded: true,
    fields: [
      { is: 'lines', at: 'busy', label: t('calendarForm.busy'), item: t('calendarForm.address'), isOptional: true },
      { is: 'url', at: 'externalLink', label: t('calendarForm.externalLink'), isOptional: true, isWide: true },
    ],
    links: [{ section: 'calendar', label: t('calendarForm.toCalendars') }],
  },
];
