/**
 * The visitor's own clock, as hours and minutes. By hand, since the first `Intl` format of a page keeps a slow phone
 * busy for a tenth of a second and more.
 */
export function timeOfDay(at: number): string {
  const date = new Date(at);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** The visitor's own calendar and clock, to the second, in the page's language. */
export function exactTime(at: number): string {
  const date = new Date(at);
  return `${date.toDateString()}, ${timeOfDay(at)}:${twoDigits(date.getSeconds())}`;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
