/** The days of the week, Monday first, as ISO 8601 counts them and opening hours are kept. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
