import type { ProviderState, RetentionSettings } from '@understudy/contract/settings';
import { describe, expect, it } from 'vitest';
import {
  countOf,
  type GroupForm,
  hoursForm,
  kindAbout,
  nextStretch,
  notificationsForm,
  offersForm,
  retentionForm,
  rowsOf,
  type SwitchGroup,
  shortened,
  switches,
  wholeCount,
} from './group-forms.ts';
import { newLine, pricesForm, unpriced } from './price-form.ts';
import { FORMS } from './sections.ts';

const RETENTION: RetentionSettings = {
  transcripts: 180,
  memories: 365,
  leads: 730,
  action_items: 730,
  notes: 730,
  waitlist: 730,
  audit_log: null,
};

describe('the threshold as it is typed', () => {
  it('is a whole number from 1 to 100', () => {
    const read = (threshold: string) => notificationsForm.read({ threshold, webhook: true });
    expect(read(' 80 ')).toEqual({ value: { threshold: 80, webhook: true } });
    for (const typed of ['', '0', '101', '7.5', '-3', '1e2', 'high']) {
      expect(read(typed)).toEqual({
        problems: [{ field: 'threshold', message: 'Enter a whole number from 1 to 100.' }],
      });
    }
  });

  it('is told with what it was', () => {
    expect(notificationsForm.changes({ threshold: '75', webhook: true }, { threshold: '80', webhook: false })).toEqual([
      'threshold: 80 (was 75)',
      'messages to the webhook off',
    ]);
  });
});

describe('retention as it is typed', () => {
  const form = retentionForm.toForm(RETENTION);

  it('comes back as it was, for ever included', () => {
    expect(retentionForm.read(form)).toEqual({ value: RETENTION });
  });

  it('says from when the days of a lead and of a memory are counted', () => {
    expect(kindAbout().leads).toMatch(/from the visitor’s last visit$/);
    expect(kindAbout().memories).toMatch(/counted from its last change$/);
  });

  it('needs whole days where it is not for ever', () => {
    const typed = { ...form, notes: { forever: false, days: '1.5' }, audit_log: { forever: false, days: '' } };
    expect(retentionForm.read(typed)).toMatchObject({ problems: [{ field: 'notes' }, { field: 'audit_log' }] });
    expect(retentionForm.changes(form, typed)).toEqual([
      'Notes: 1.5 days (was 730 days)',
      'Audit log: ? days (was forever)',
    ]);
  });

  it('is shorter where days become fewer, or for ever becomes days', () => {
    expect(shortened(RETENTION, { ...RETENTION, transcripts: 30, memories: null, audit_log: 9000 })).toEqual([
      'transcripts',
      'audit_log',
    ]);
    expect(rowsOf({ ...RETENTION, audit_log: 1 } as never)).toBe(180 + 365 + 4 * 730 + 1);
  });
});

describe('what a shorter retention deletes', () => {
  const nothing = { transcripts: 0, memories: 0, leads: 0, action_items: 0, notes: 0, waitlist: 0, audit_log: 0 };

  it('is named by what it is, and together where it is of several kinds', () => {
    expect(countOf('transcripts', 1204)).toBe('1,204 conversations');
    expect(countOf('memories', 1)).toBe('1 memory');
    expect(wholeCount({ ...nothing, transcripts: 1 })).toBe('1 conversation');
    expect(wholeCount({ ...nothing, transcripts: 2, notes: 1 })).toBe('3 records');
  });
});

describe('a switch', () => {
  it.each([
    ['models', 'visitor sessions can call {provider}_chat', 'visitor sessions cannot call {provider}_chat'],
    ['sign_in', 'a second factor is required for everyone', 'a second factor is optional'],
  ] as const)('of %s says what a change means', (group: SwitchGroup, turnedOn, turnedOff) => {
    const { on, off } = switches()[group];
    const { toForm, read, changes } = FORMS[group] as GroupForm<unknown, unknown>;
    expect(changes(toForm(off), toForm(on))).toEqual([turnedOn]);
    expect(changes(toForm(on), toForm(off))).toEqual([turnedOff]);
    expect(changes(toForm(on), toForm(on))).toEqual([]);
    expect(read(toForm(on))).toEqual({ value: on });
  });
});

describe('offers', () => {
  const OFFERS = { invitation: 'Shall we talk?', book_call: 'Call', leave_email: 'Mail', get_summary: 'Summary' };

  it('have words each, without spaces around them', () => {
    expect(offersForm.read({ ...OFFERS, book_call: '  Call me ' })).toEqual({
      value: { ...OFFERS, book_call: 'Call me' },
    });
    expect(offersForm.read({ ...OFFERS, get_summary: ' ' })).toMatchObject({ problems: [{ field: 'get_summary' }] });
  });
});

describe('opening hours', () => {
  const hours = {
    time_zone: 'Europe/Berlin',
    open: [
      { day: 0, from: '09:00', to: '12:00' },
      { day: 0, from: '13:00', to: '24:00' },
      { day: 6, from: '10:00', to: '11:30' },
    ],
  };

  it('are typed by the day, midnight as a time field has it, and come back as they were', () => {
    const form = hoursForm.toForm(hours);
    expect(form.days[0]).toEqual([
      { from: '09:00', to: '12:00' },
      { from: '13:00', to: '00:00' },
    ]);
    expect(hoursForm.read(form)).toEqual({ value: hours });
  });

  it('are put in order, and refused where they end before they begin, overlap or are no times', () => {
    const read = (...days: { from: string; to: string }[]) =>
      hoursForm.read({ time_zone: 'Europe/Berlin', days: [days] });
    expect(read({ from: '14:00', to: '16:00' }, { from: '08:00', to: '09:00' })).toMatchObject({
      value: { open: [{ from: '08:00' }, { from: '14:00' }] },
    });
    const fields = (...days: { from: string; to: string }[]) => {
      const reading = read(...days);
      return 'problems' in reading ? reading.problems.map(({ field }) => field) : [];
    };
    expect(fields({ from: '17:00', to: '09:00' })).toEqual(['days.0.0.to']);
    expect(fields({ from: '09:00', to: '12:00' }, { from: '11:59', to: '13:00' })).toEqual(['days.0.1.from']);
    expect(fields({ from: '09:00', to: '12:00' }, { from: '12:00', to: '13:00' })).toEqual([]);
    expect(fields({ from: '', to: '' })).toEqual(['days.0.0.from']);
    expect(hoursForm.read({ time_zone: '+02:00', days: [] })).toMatchObject({ problems: [{ field: 'time_zone' }] });
  });

  it('say what has changed on which day', () => {
    const form = hoursForm.toForm(hours);
    const next = { ...form, time_zone: 'UTC', days: form.days.map((day, at) => (at === 6 ? [] : day)) };
    expect(hoursForm.changes(form, next)).toEqual([
      'time zone: UTC (was Europe/Berlin)',
      'Sunday: closed (was 10:00 AM to 11:30 AM)',
    ]);
  });

  it('go on after the last of the day', () => {
    expect(nextStretch([])).toEqual({ from: '09:00', to: '17:00' });
    expect(nextStretch([{ from: '09:00', to: '12:00' }])).toEqual({ from: '13:00', to: '15:00' });
    expect(nextStretch([{ from: '20:00', to: '00:00' }])).toEqual({ from: '', to: '' });
  });
});

describe('prices', () => {
  const prices = {
    currency: 'EUR',
    rows: [
      { kind: 'chat' as const, provider: 'groq', model: 'a', per_million_prompt: 0.15, per_million_completion: 0.6 },
      { kind: 'transcription' as const, provider: 'groq', model: 'w', per_hour: 0.04 },
    ],
  };

  it('come back as they were, and take a comma for a point', () => {
    const form = pricesForm.toForm(prices);
    expect(pricesForm.read(form)).toEqual({ value: prices });
    const comma = { ...form, rows: form.rows.map((row) => ({ ...row, figures: row.figures.map(() => '1,25') })) };
    expect(pricesForm.read(comma)).toMatchObject({
      value: { rows: [{ per_million_prompt: 1.25, per_million_completion: 1.25 }, { per_hour: 1.25 }] },
    });
  });

  it('are refused where something is missing, negative, or a model stands twice', () => {
    const form = pricesForm.toForm(prices);
    const [first] = form.rows;
    if (!first) throw new Error('There is no row.');
    const rows = [...form.rows, { ...first, figures: ['-1', ''] }, newLine('voice')];
    expect(pricesForm.read({ currency: 'E', rows })).toMatchObject({
      problems: [
        { field: 'currency' },
        { field: 'rows.2.model' },
        { field: 'rows.2.figures.0' },
        { field: 'rows.2.figures.1' },
        { field: 'rows.3.provider' },
        { field: 'rows.3.model' },
        { field: 'rows.3.figures.0' },
      ],
    });
  });

  it('tell which row was added, changed, taken out', () => {
    const form = pricesForm.toForm(prices);
    const [first] = form.rows;
    if (!first) throw new Error('There is no row.');
    expect(
      pricesForm.changes(form, {
        currency: 'EUR',
        rows: [{ ...first, figures: ['0.2', '0.6'] }, newLine('voice', 'openai', 'tts')],
      }),
    ).toEqual(['groq a: 0.2 and 0.6 (was 0.15 and 0.6)', 'openai tts added', 'groq w removed']);
  });

  it('are offered for what is asked and has none, not for what the server does itself', () => {
    const state = (kind: ProviderState['kind'], host: string | null, models: string[]): ProviderState => ({
      id: `${kind}-0`,
      kind,
      provider: 'groq',
      host,
      models,
      key: null,
      place: 0,
      refused_since: null,
      resting: false,
      last_error: null,
      last_success_at: null,
    });
    const providers = [
      state('chat', 'api.groq.example', ['a', 'b', 'b']),
      state('chat', null, ['embedded']),
      state('embedding', 'e.example', ['e']),
      state('voice', 'api.groq.example', ['v']),
    ];
    expect(unpriced(providers, pricesForm.toForm(prices).rows)).toEqual([
      newLine('chat', 'groq', 'b'),
      newLine('voice', 'groq', 'v'),
    ]);
  });
});
