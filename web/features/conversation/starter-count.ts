/** Starter questions shown at a time. */
export const AT_ONCE = 3;
