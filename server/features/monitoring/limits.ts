const HOUR_MS = 3_600_000;

/** From where on something is an alarm. */
export const ALARM_AT = { diskPercent: 90, budgetShare: 0.8, backupAgeMs: 48 * HOUR_MS } as const;
/** Below this, an alarm is over: farther away, so that it does not come and go. */
export const OVER_BELOW = { diskPercent: 85, budgetShare: 0.7 } as const;
