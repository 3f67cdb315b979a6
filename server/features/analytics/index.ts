export { type ChartDeps, mountAnalytics, questionReader } from './analytics.ts';
export { costOfTokens } from './cost.ts';
export { countLeftovers, countSession } from './count-session.ts';
export { rollUpFigures } from './totals.ts';
