import { analyticsExportQuery, analyticsQuery } from '../../admin-calls.ts';
import type { Operations } from '../operation.ts';
import { FILE_HEADERS, FILE_MEDIA } from './sessions.ts';

const base = { method: 'get', tag: 'Analytics', access: 'admin' } as const;

export const analyticsOperations = {
  read_analytics: {
    ...base,
    path: '/api/admin/analytics',
    summary: 'Get chart data',
    about: 'One chart, or all of them, over a range or from one day to another.',
    query: analyticsQuery,
    ask: { chart: 'funnel', range: '30d' },
    answer: {
      span: { from: '2026-10-22', to: '2026-11-20', time_zone: 'Europe/Berlin', since: null },
      funnel: [
        { step: 'visited', count: 940 },
        { step: 'started', count: 182 },
        { step: 'three_turns', count: 121 },
        { step: 'contact', count: 34 },
        { step: 'cta', count: 17 },
        { step: 'booked', count: null },
      ],
    },
  },
  export_analytics: {
    ...base,
    fresh: true,
    path: '/api/admin/analytics/export',
    summary: 'Export a chart',
    about: 'The table behind one chart, as a file.',
    query: analyticsExportQuery,
    media: FILE_MEDIA,
    noJson: true,
    headers: FILE_HEADERS,
    ask: { chart: 'scores', range: '90d', format: 'jsonl' },
    answer: { from: 70, to: 79, sessions: 12 },
  },
} satisfies Operations;
