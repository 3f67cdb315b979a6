const format = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** The visitor's own clock, as hours and minutes. */
export function timeOfDay(at: number): string {
  return format.format(at);
}
