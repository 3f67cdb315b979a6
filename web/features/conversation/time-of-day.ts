/**
 * The time on the visitor's clock, in hours and minutes. Formatted by hand, since a page's first `Intl` format blocks a
 * slow phone for a tenth of a second or more.
 */
export function timeOfDay(at: number): string {
  const date = new Date(at);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** Date and time on the visitor's clock, to the second, in the page's language. */
export function exactTime(at: number): string {
  const date = new Date(at);
  return `${date.toDateString()}, ${timeOfDay(at)}:${twoDigits(date.getSeconds())}`;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
