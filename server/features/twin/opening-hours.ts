import type { HoursSettings } from '@understudy/contract/settings';
import type { KnowledgePassage, Twin } from '@understudy/contract/twin';
import { WEEKDAYS } from '@understudy/contract/weekdays';

/** No file's passage can have this id, because those have no capitals. */
const HOURS_ID = 'Hours';

const ASKED = [
  'when can I reach you',
  'when are you reachable',
  'when can I call',
  'at what time can I call',
  'what are your hours',
  'opening hours',
  'office hours',
  'business hours',
  'working hours',
  'what days do you work',
  'are you open on weekends',
  'what time zone are you in',
];

/** A week's hours in words: "Monday to Thursday 9:00 to 12:30 and 13:30 to 17:00, Friday 9:00 to 12:00". */
export function hoursInWords({ open }: Pick<HoursSettings, 'open'>): string {
  const days = WEEKDAYS.map((name, day) => ({
    name,
    times: open
      .filter((stretch) => stretch.day === day)
      .map(({ from, to }) => `${clock(from)} to ${clock(to)}`)
      .join(' and '),
  }));
  const runs: { first: string; last: string; times: string }[] = [];
  for (const [day, { name, times }] of days.entries()) {
    const before = runs.at(-1);
    if (before && days[day - 1]?.times === times) before.last = name;
    else runs.push({ first: name, last: name, times });
  }
  return runs
    .filter(({ times }) => times !== '')
    .map(({ first, last, times }) => `${first === last ? first : `${first} to ${last}`} ${times}`)
    .join(', ');
}

const clock = (time: string) => (time === '24:00' ? 'midnight' : time.replace(/^0(?=\d)/, ''));

/** "Europe/Berlin" as people say it; "UTC" stays as it is. */
const zoneInWords = (zone: string) =>
  zone.includes('/') ? `${zone.split('/').at(-1)?.replaceAll('_', ' ')} time` : zone;

/** Hours in the form used inside a sentence: "Monday to Friday 9:00 to 17:00, in Berlin time". */
export const formatHours = (hours: HoursSettings): string =>
  `${hoursInWords(hours)}, in ${zoneInWords(hours.time_zone)}`;

/**
 * Adds the hours to the twin's knowledge, so that it can say when the consultant can be reached, whoever writes its
 * words. Without hours nothing is added.
 */
export function withHours(twin: Twin, hours: HoursSettings): Twin {
  const others = twin.knowledge.filter(({ id }) => id !== HOURS_ID);
  if (hours.open.length === 0) return others.length === twin.knowledge.length ? twin : { ...twin, knowledge: others };
  const { first_name: name, contact } = twin.persona;
  const passage: KnowledgePassage = {
    id: HOURS_ID,
    title: `When ${name} can be reached`,
    called: `when ${name} can be reached`,
    text:
      `${name} can be reached ${formatHours(hours)}.\n\nOutside those hours a line to ${contact.email} waits for the ` +
      'next morning.',
    tags: ['hours', 'contact'],
    asked: ASKED,
    file: 'settings',
    line: 1,
  };
  return { ...twin, knowledge: [...others, passage] };
}
