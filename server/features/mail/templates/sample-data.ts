import type { MailTemplate } from '@understudy/contract/mail';
import type { AlarmDetail } from '@understudy/contract/monitoring';
import type { FilledMail, FilledMailData } from './mail-data.ts';

/** An id of nothing, for links of a preview. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * A mail with made-up data, for the preview in the settings.
 *
 * @param about.baseUrl of the pages, for its links
 */
export function sampleMail(template: MailTemplate, about: { consultant: string; zone: string; baseUrl: string }) {
  const { consultant, zone, baseUrl } = about;
  const booking = (method: string, changed: object = {}) => ({
    consultant,
    kind: 'Introduction, 30 minutes',
    startsAt: '2027-03-04T14:00:00Z',
    zone,
    link: 'https://meet.example/ana',
    manageUrl: `${baseUrl}/booking/sample`,
    ics: `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nEND:VCALENDAR\r\n`,
    ...changed,
  });
  const lead = {
    name: 'Ana Costa',
    company: 'Costa Bikes',
    email: 'ana@costa.example',
    phone: '+31 6 1234 5678',
    score: 82,
    reasons: ['Names a budget: 20,000 euros.', 'Has a date in mind: before Easter.'],
    item: { title: 'Call Ana Costa', due_date: '2027-03-04' },
    url: `${baseUrl}/admin`,
  };
  const link = { url: `${baseUrl}/auth`, expiresAt: '2027-03-11T14:00:00Z', by: consultant };
  const since = '2027-03-04T08:40:00Z';
  const provider: AlarmDetail = {
    kind: 'provider',
    status: {
      ...{ kind: 'chat', provider: 'custom', host: 'llm.example', reason: 'unreachable' },
      ...{ failed_at: '2027-03-04T08:46:00Z', succeeded_at: '2027-03-04T08:31:00Z' },
      ...{ failures_in_a_row: 5, failing_since: since },
    },
  };
  const samples: FilledMailData = {
    booking_made: booking('REQUEST'),
    booking_moved: booking('REQUEST', { previousStartsAt: '2027-03-03T09:30:00Z' }),
    booking_cancelled: booking('CANCEL'),
    booking_tomorrow: booking('REQUEST'),
    waitlist: { name: 'Ana Costa' },
    desk_link: { url: `${baseUrl}/privacy`, expiresAt: '2027-03-04T15:00:00Z' },
    invitation: link,
    password_link: link,
    lead_hot: { ...lead, item: null },
    lead_call: lead,
    lead_complaint: { ...lead, item: { title: 'Answer Ana Costa', due_date: null } },
    lead_handover: { ...lead, item: null },
    reminder: {
      items: [
        { reminderId: NO_ID, title: 'Call Ana Costa on +31 6 1234 5678', contact: 'Ana Costa', due_date: '2027-03-04' },
        { reminderId: NO_ID, title: 'Send the proposal', contact: 'Bo Lind', due_date: '2027-03-03' },
      ],
      total: 2,
    },
    digest: {
      from: '2027-03-01',
      to: '2027-03-08',
      conversations: 41,
      hot: 3,
      newItems: 7,
      openItems: 12,
      overdueItems: 2,
      best: [{ name: 'Ana Costa', company: 'Costa Bikes', score: 82, sessionId: NO_ID }],
    },
    alarm_provider: { about: provider, since },
    alarm_budget: {
      about: { kind: 'budget', budget: 'site_tokens', used: 16_400_000, limit: 20_000_000 },
      since,
    },
    alarm_disk: {
      about: { kind: 'disk', status: { disk: 'data', host: 'twin-1', used_percent: 91, free_bytes: 4_300_000_000 } },
      since,
    },
    alarm_job: {
      about: { kind: 'job', status: { job: 'tell_hot_lead', purpose: 'notices', failures_in_a_row: 4, since } },
      since,
    },
    alarm_backup: { about: { kind: 'backup', last_at: '2027-03-01T03:00:12Z', test_failed_at: null }, since },
    alarm_over: { about: provider, since, until: '2027-03-04T09:12:00Z' },
  };
  return { template, data: samples[template] } as FilledMail;
}
