/** The days of the week, Monday first, as in ISO 8601 and in the stored office hours. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
