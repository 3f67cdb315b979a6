import {
  EXPORT_MASKS,
  type HoursSettings,
  isTimeZone,
  type NotificationSettings,
  type OfferSettings,
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionPreview,
  type RetentionSettings,
  type SettingsGroups,
} from '@understudy/contract/settings';
import { t } from '../../platform/texts.ts';
import { clockTime } from '../../ui/dates.ts';
import { weekdayNames } from '../../ui/weekdays.ts';

/** An invalid field, by a path like 'open.2.to', and the reason. */
export interface Problem {
  field: string;
  message: string;
}

/** A form's result: a valid value, or its problems. */
export type Reading<Value> = { value: Value } | { problems: Problem[] };

/**
 * The form of a settings group. Values are stored as typed, so that a partly typed number is not an error yet. A form's
 * fields are named like those of its value, so that the server's errors can be assigned.
 */
export interface GroupForm<Value, Form> {
  toForm(value: Value): Form;
  read(form: Form): Reading<Value>;
  /** What has changed, each in a few words. */
  changes(before: Form, after: Form): string[];
}

/** The value if there are no problems. */
export function readingOf<Value>(problems: Problem[], value: () => Value): Reading<Value> {
  return problems.length > 0 ? { problems } : { value: value() };
}

/** Parses an integer; null if it is invalid or out of range. */
export function wholeNumber(text: string, from: number, to: number): number | null {
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return number >= from && number <= to ? number : null;
}

/** An object with a value for each key. */
const byKey = <Key extends string, Value>(keys: readonly Key[], make: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;

/** Describes a changed text. */
export const fromTo = (what: string, before: string, after: string) => t('settings.change', { what, before, after });

/** As typed. */
export interface NotificationsForm {
  threshold: string;
  webhook: boolean;
}

/** The range of scores. */
export const THRESHOLD = { least: 1, most: 100 } as const;

export const notificationsForm: GroupForm<NotificationSettings, NotificationsForm> = {
  toForm: ({ threshold, webhook }) => ({ threshold: String(threshold), webhook }),
  read({ threshold, webhook }) {
    const score = wholeNumber(threshold, THRESHOLD.least, THRESHOLD.most);
    const problems: Problem[] =
      score === null ? [{ field: 'threshold', message: t('settings.enterAWholeNumberFrom') }] : [];
    return readingOf(problems, () => ({ threshold: score ?? THRESHOLD.most, webhook }));
  },
  changes(before, after) {
    const changes: string[] = [];
    if (before.threshold !== after.threshold)
      changes.push(fromTo(t('settings.threshold'), before.threshold, after.threshold || '?'));
    if (before.webhook !== after.webhook) changes.push(t(after.webhook ? 'settings.webhookOn' : 'settings.webhookOff'));
    return changes;
  },
};

/** The texts in the order in which a visitor reads them. */
export const OFFER_TEXTS = ['invitation', 'book_call', 'leave_email', 'get_summary'] as const;
export const offerWords = (): Record<keyof OfferSettings, string> => ({
  invitation: t('settings.textAboveTheOffers'),
  book_call: t('settings.requestACall'),
  leave_email: t('settings.leaveAnAddress'),
  get_summary: t('settings.getTheSummary'),
});

export const offersForm: GroupForm<OfferSettings, OfferSettings> = {
  toForm: (value) => byKey(OFFER_TEXTS, (field) => value[field]),
  read(form) {
    const empty = OFFER_TEXTS.filter((field) => form[field].trim() === '');
    const problems = empty.map((field) => ({
      field,
      message: t('settings.enterATextRestoreDefaults'),
    }));
    return readingOf(problems, () => byKey(OFFER_TEXTS, (field) => form[field].trim()));
  },
  changes: (before, after) =>
    OFFER_TEXTS.filter((field) => before[field] !== after[field]).map((field) =>
      fromTo(offerWords()[field], `“${before[field]}”`, `“${after[field]}”`),
    ),
};

/** Groups that consist of one switch. */
export type SwitchGroup = 'sign_in' | 'models';

/** What a switch sets, and its texts. */
interface Switch<Value> {
  field: keyof Value & string;
  on: Value;
  off: Value;
  /** What turning it on or off changes, in a few words. */
  changes: { on: string; off: string };
  introduction: string;
  label: string;
  about: string;
}

export const switches = (): { [Name in SwitchGroup]: Switch<SettingsGroups[Name]> } => ({
  sign_in: {
    field: 'second_factor',
    on: { second_factor: 'required' },
    off: { second_factor: 'optional' },
    changes: { on: t('settings.factorRequired'), off: t('settings.factorOptional') },
    introduction: t('settings.anyoneCanAddAnAuthenticator'),
    label: t('settings.requireASecondFactorFor'),
    about: t('settings.anyoneWithoutOneMustSet'),
  },
  models: {
    field: 'session_chat',
    on: { session_chat: true },
    off: { session_chat: false },
    changes: { on: t('settings.sessionsMayCall'), off: t('settings.sessionsMayNotCall') },
    introduction: t('settings.modelsIntroduction'),
    label: t('settings.allowCallsFromVisitorSessions'),
    about: t('settings.forAPageOfYour'),
  },
});

export function isOn<Name extends SwitchGroup>(name: Name, value: SettingsGroups[Name]): boolean {
  const { field, on } = switches()[name];
  return value[field] === on[field];
}

/** The form of a group that consists of one switch. */
export function switchForm<Name extends SwitchGroup>(
  name: Name,
): GroupForm<SettingsGroups[Name], SettingsGroups[Name]> {
  return {
    toForm: (value) => switches()[name][isOn(name, value) ? 'on' : 'off'],
    read: (form) => ({ value: form }),
    changes: (before, after) => {
      const isOnNow = isOn(name, after);
      return isOn(name, before) === isOnNow ? [] : [switches()[name].changes[isOnNow ? 'on' : 'off']];
    },
  };
}

/** What is masked in downloaded files, a switch each. */
export const exportsForm: GroupForm<SettingsGroups['exports'], SettingsGroups['exports']> = {
  toForm: (value) => value,
  read: (form) => ({ value: form }),
  changes: (before, after) =>
    EXPORT_MASKS.filter((kind) => before[kind] !== after[kind]).map((kind) =>
      t(after[kind] ? `settings.masked.${kind}.on` : `settings.masked.${kind}.off`),
    ),
};

/** One interval of a day as the time fields have it: midnight at its end is '00:00' there. */
export interface Stretch {
  from: string;
  to: string;
}
/** The days of the week, Monday first. */
export interface HoursForm {
  time_zone: string;
  days: Stretch[][];
}

const MIDNIGHT = '24:00';
const asTyped = (to: string) => (to === MIDNIGHT ? '00:00' : to);
const asKept = (to: string) => (to === '00:00' ? MIDNIGHT : to);
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

const stretchWords = ({ from, to }: Stretch) =>
  t('ui.span', { start: clockWords(from), end: to === '00:00' ? t('settings.midnight') : clockWords(to) });
const clockWords = (time: string) => (isTime(time) ? clockTime(time) : '?');
const dayWords = (day: readonly Stretch[]) => day.map(stretchWords).join(', ') || t('settings.closedDay');

/** The problems of a day's intervals. */
function dayProblems(day: readonly Stretch[], index: number): Problem[] {
  const problems: Problem[] = [];
  for (const [at, { from, to }] of day.entries()) {
    const field = (end: keyof Stretch) => `days.${index}.${at}.${end}`;
    if (!isTime(from)) problems.push({ field: field('from'), message: t('settings.enterAStartTimeLike') });
    else if (!isTime(to)) problems.push({ field: field('to'), message: t('settings.enterAnEndTimeLike') });
    else if (asKept(to) <= from) problems.push({ field: field('to'), message: t('settings.theEndMustBeAfter') });
    else if (day.some((other, place) => place < at && other.from < asKept(to) && from < asKept(other.to))) {
      problems.push({ field: field('from'), message: t('settings.thisOverlapsOtherHoursOn') });
    }
  }
  return problems;
}

export const hoursForm: GroupForm<HoursSettings, HoursForm> = {
  toForm: ({ time_zone, open }) => ({
    time_zone,
    days: Array.from({ length: 7 }, (_, day) =>
      open.filter((one) => one.day === day).map(({ from, to }) => ({ from, to: asTyped(to) })),
    ),
  }),
  read({ time_zone, days }) {
    const problems: Problem[] = [
      ...(isTimeZone(time_zone) ? [] : [{ field: 'time_zone', message: t('settings.chooseATimeZoneFrom') }]),
      ...days.flatMap(dayProblems),
    ];
    return readingOf(problems, () => ({
      time_zone,
      open: days.flatMap((stretches, day) =>
        stretches
          .map(({ from, to }) => ({ day, from, to: asKept(to) }))
          .sort((one, other) => one.from.localeCompare(other.from)),
      ),
    }));
  },
  changes(before, after) {
    const zone =
      before.time_zone === after.time_zone
        ? []
        : [fromTo(t('settings.changedTimeZone'), before.time_zone, after.time_zone || '?')];
    const days = weekdayNames().flatMap((name, day) => {
      const [was, is] = [dayWords(before.days[day] ?? []), dayWords(after.days[day] ?? [])];
      return was === is ? [] : [fromTo(name, was, is)];
    });
    return [...zone, ...days];
  },
};

/** The suggested next interval: after the day's last one, or usual office hours. */
export function nextStretch(day: readonly Stretch[]): Stretch {
  const last = day.at(-1);
  if (!last) return { from: '09:00', to: '17:00' };
  const hour = Number(last.to.slice(0, 2)) + 1;
  const clock = (at: number) => `${String(Math.min(at, 23)).padStart(2, '0')}:00`;
  return last.to === '00:00' || hour > 21 ? { from: '', to: '' } : { from: clock(hour), to: clock(hour + 2) };
}

/** Retention of one kind as typed. The days are kept while 'forever' is selected, in case the user switches back. */
interface Keeping {
  forever: boolean;
  days: string;
}
export type RetentionForm = Record<RetentionKind, Keeping>;

/** Labels of the kinds. */
export const kindWords = (): Record<RetentionKind, string> => ({
  transcripts: t('settings.transcripts'),
  memories: t('settings.memories'),
  leads: t('settings.leads'),
  action_items: t('settings.actionItems'),
  notes: t('settings.notes'),
  waitlist: t('settings.waitlist'),
  audit_log: t('settings.auditLog'),
});

/** What each kind contains, and from when its days are counted. */
export const kindAbout = (): Record<RetentionKind, string> => ({
  transcripts: t('settings.whatWasSaidWithSummaries'),
  memories: t('settings.whatTheTwinRemembersAbout'),
  leads: t('settings.nameAddressAndStatusOf'),
  action_items: t('settings.whatWasPromisedOrRequested'),
  notes: t('settings.whatYouAndOthersWrote'),
  waitlist: t('settings.whoAskedForEarlyAccess'),
  audit_log: t('settings.whoDidWhatInThe'),
});

/** '1,204 conversations'. */
export const countOf = (kind: RetentionKind, number: number): string =>
  t(`settings.counted.${kind}`, { count: number });

/** Everything a deletion removes: named if it is of one kind, as records if it is of several. */
export function wholeCount(preview: RetentionPreview): string {
  const [kind, ...others] = RETENTION_KINDS.filter((one) => preview[one] > 0);
  return kind && others.length === 0 ? countOf(kind, preview[kind]) : t('settings.records', { count: rowsOf(preview) });
}

const MAX_DAYS = 36_500;

const keptFor = ({ forever, days }: Keeping) =>
  forever ? t('settings.keptForever') : t('settings.days', { days: days || '?', count: Number(days) || 0 });

export const retentionForm: GroupForm<RetentionSettings, RetentionForm> = {
  toForm: (value) =>
    byKey(RETENTION_KINDS, (kind) => ({ forever: value[kind] === null, days: String(value[kind] ?? '') })),
  read(form) {
    const daysOf = (kind: RetentionKind) => wholeNumber(form[kind].days, 1, MAX_DAYS);
    const problems: Problem[] = RETENTION_KINDS.filter((kind) => !form[kind].forever && daysOf(kind) === null).map(
      (kind) => ({ field: kind, message: t('settings.enterWholeDays') }),
    );
    return readingOf(problems, () => byKey(RETENTION_KINDS, (kind) => (form[kind].forever ? null : daysOf(kind))));
  },
  changes: (before, after) =>
    RETENTION_KINDS.filter((kind) => keptFor(before[kind]) !== keptFor(after[kind])).map((kind) =>
      fromTo(kindWords()[kind], keptFor(before[kind]), keptFor(after[kind])),
    ),
};

/** Kinds whose retention would become shorter. */
export function shortened(before: RetentionSettings, after: RetentionSettings): RetentionKind[] {
  const length = (days: number | null) => days ?? Number.POSITIVE_INFINITY;
  return RETENTION_KINDS.filter((kind) => length(after[kind]) < length(before[kind]));
}

/** The total rows of a preview, as sent for confirmation. */
export const rowsOf = (preview: RetentionPreview): number =>
  RETENTION_KINDS.reduce((sum, kind) => sum + preview[kind], 0);
