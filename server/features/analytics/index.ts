export { type ChartDeps, mountAnalytics } from './analytics-routes.ts';
export { countLeftOver, countSession } from './count-session.ts';
export { questionReader } from './question-reader.ts';
export { foldFigures } from './totals.ts';
