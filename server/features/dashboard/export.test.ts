import { randomUUID } from 'node:crypto';
import { EXPORT_PRESETS } from '@understudy/contract/export-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { csvLine } from './export-sessions.ts';

const ANNA = { phone: '+49 (30) 1234-56', company: 'Berg AG', role: 'CEO' };
let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
  await scene.keep({
    contact_name: "=cmd|' /C calc'!A0",
    email: '"quoted", odd@x.test',
    lead_score: 77,
    final_intent: 'demo_request',
    lines: ['one', 'two'],
  });
  const visitor_id = randomUUID();
  const anna = { contact_name: 'Anna Maria Berg', email: 'anna@x.test', lead_score: 20, final_intent: 'spam' } as const;
  await scene.keep({ ...anna, visitor_id });
  await scene.app.pool.query(
    `INSERT INTO leads (visitor_id, phone, company, role) VALUES ($1, '+49 (30) 1234-56', 'Berg AG', 'CEO')`,
    [visitor_id],
  );
  await scene.keep({ lead_score: 30, minutes: null });
  await scene.keep({ consent: false, contact_name: 'Not Kept' });
  await scene.keep({ started_ms_ago: 20 * 86_400_000, contact_name: 'Long Ago' });
});
afterAll(() => scene.app.close());

/** The raw bytes: `text()` would drop the byte order mark. */
async function file(query: string): Promise<{ text: string; headers: Headers }> {
  const response = await fetch(`${scene.app.url}/api/admin/export?${query}`, { headers: scene.token('admin') });
  expect(response.status).toBe(200);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  return { text, headers: response.headers };
}

describe('GET /api/admin/export', () => {
  test('gives what the filter shows as a file for spreadsheets', async () => {
    const { text, headers } = await file('');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="understudy-sessions-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-total-count')).toBe('3');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    const lines = text.slice(1).split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe(
      'Session,Visitor,Started,Ended,Duration (minutes),Contact,Email,Lead score,Intent,Call to action,Status,' +
        'Reason,Summary,Utterances,Phone,Company,Role,Call asked for,Complaint,' +
        'Consent version,Consent language,Consent text,Bookings',
    );
    expect(lines[1]).toContain(`,5,'=cmd|' /C calc'!A0,"""quoted"", odd@x.test",77,demo_request,,new,,No,2,,,,`);
    expect(lines[2]).toContain(',,,,30,,,new,,No,0,,,,');
    expect(text).not.toMatch(/Not Kept|Long Ago/);
  });

  test('gives the same as JSON lines', async () => {
    const { text, headers } = await file('format=jsonl&range=30d');
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const list = await scene.ask('/sessions?range=30d');
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(
      list.body.items.map(({ visitor_id: _, ...session }: { visitor_id: string; contact_name: string | null }) => ({
        ...session,
        visitor_ref: expect.stringMatching(/^[0-9a-f]{32}$/),
        ...(session.contact_name?.startsWith('Anna') ? ANNA : { company: null, role: null }),
        call_wish: null,
        call_day: null,
        consent_version: '1',
        consent_language: null,
        consent_text: null,
        bookings: [],
      })),
    );
  });

  test('calls a visitor the same in every file, and never by the id of our database', async () => {
    const visitor_id = randomUUID();
    const sessions = [await scene.keep({ visitor_id }), await scene.keep({ visitor_id })];
    const [json, again, csv] = [await file('format=jsonl'), await file('format=jsonl&range=30d'), await file('')];
    const refsIn = ({ text }: { text: string }) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ id }) => sessions.includes(id))
        .map(({ visitor_ref }) => visitor_ref);
    const [ref] = refsIn(json);
    expect([...refsIn(json), ...refsIn(again)]).toEqual([ref, ref, ref, ref]);
    expect(csv.text.split(ref)).toHaveLength(3);
    for (const { text } of [json, again, csv]) expect(text).not.toContain(visitor_id);
    await scene.app.pool.query('DELETE FROM sessions WHERE id = ANY ($1)', [sessions]);
  });

  test('tells telephone, company, role, and the call that was asked for, by the form or in words', async () => {
    const { app } = scene;
    const line = async (id: string) => {
      const plain = (await file('')).text.split('\r\n').find((row) => row.startsWith(id));
      const json = (await file('format=jsonl')).text.split('\n').find((row) => row.includes(id));
      return { plain, json: JSON.parse(json ?? '{}') };
    };
    const anna = await scene.ask('/sessions?q=anna');
    expect((await line(anna.body.items[0].id)).plain).toMatch(/,0,\+49 30 1234 56,Berg AG,CEO,,No,1,,,$/);

    const form = (await app.call('create_session', { visitor_id: randomUUID(), consent: true })).body;
    await app.call('agent_reply', { ...form, user_message: 'Hello' });
    await app.call('request_call', { ...form, email: 'ana@costa.test', wished_time: 'On 1 December 2031' });
    const asked = await line(form.session_id);
    expect(asked.json).toMatchObject({ call_requested: true, call_wish: 'On 1 December 2031', call_day: '2031-12-01' });
    expect(asked.plain).toMatch(
      /,2031-12-01: On 1 December 2031,No,3,en,"Keep this conversation, [^"]+ for 180 days, [^"]+",$/,
    );

    // Action items may have a shorter retention than conversations.
    await app.pool.query('DELETE FROM action_items WHERE session_id = $1', [form.session_id]);
    expect(await line(form.session_id)).toEqual(asked);

    const words = await scene.keep({ lines: ['Please ring me, in the evening'] });
    await app.pool.query(
      `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags, seq)
       SELECT id, visitor_id, 'request:call', 'Call', 'Call', 'high', 'you', 'sales', '{}', 0 FROM sessions
         WHERE id = $1`,
      [words],
    );
    const said = await line(words);
    expect(said.json).toMatchObject({
      call_requested: true,
      call_wish: 'Please ring me, in the evening',
      call_day: null,
    });
    expect(said.plain).toMatch(/,"Please ring me, in the evening",No,1,,,$/);
    await app.pool.query("UPDATE action_items SET key = 'request:answer' WHERE session_id = $1", [words]);
    const angry = await line(words);
    expect(angry.json).toMatchObject({ call_requested: false, complaint: true, asks_person: false });
    expect(angry.plain).toMatch(/,,Yes,1,,,$/);
    // Who only wants a person does not complain.
    await app.pool.query("UPDATE action_items SET tags = '{person}' WHERE session_id = $1", [words]);
    const asking = await line(words);
    expect(asking.json).toMatchObject({ complaint: true, asks_person: true });
    expect(asking.plain).toMatch(/,,No,1,,,$/);
    await app.pool.query('DELETE FROM sessions WHERE id = ANY ($1::uuid[])', [[words, form.session_id]]);
  });

  test('tells of a conversation that runs what was said in it, and else what is known of the lead', async () => {
    const visitor_id = randomUUID();
    const id = await scene.keep({ visitor_id, minutes: null, contact_name: 'Bo Running' });
    const ask = async () => JSON.parse((await file('format=jsonl&q=running')).text);
    expect(await ask()).toMatchObject({ company: null, role: null, email: null });
    await scene.app.pool.query(
      `INSERT INTO leads (visitor_id, company, role, email) VALUES ($1, 'Old Bakery', 'baker', 'bo@old.test')`,
      [visitor_id],
    );
    expect(await ask()).toMatchObject({ company: 'Old Bakery', role: 'baker', email: 'bo@old.test' });
    await scene.app.pool.query(
      `INSERT INTO extracts (session_id, seq, analyser, intent, confidence, lead_score, company, entities, pain_points,
           followup_actions, reasons)
       VALUES ($1, 0, 'embedded', 'spam', 1, 1, 'New Bakery', '{}', '{}', '{}', '{}')`,
      [id],
    );
    expect(await ask()).toMatchObject({ company: 'New Bakery', role: 'baker' });
    const detail = await scene.ask(`/sessions/${id}`);
    expect(detail.body.session).toMatchObject({ company: 'New Bakery', role: 'baker', email: 'bo@old.test' });
    await scene.app.pool.query('DELETE FROM sessions WHERE id = $1', [id]);
  });

  test('follows intent and search', async () => {
    expect((await file('format=jsonl&intent=spam')).text).toContain('Anna Maria Berg');
    expect((await file('format=jsonl&intent=spam')).text.trim().split('\n')).toHaveLength(1);
    expect((await file('format=jsonl&q=ANNA&sort=duration')).text.trim().split('\n')).toHaveLength(1);
    expect((await file('format=jsonl&q=nobody')).text).toBe('');
  });

  test.each([
    [
      'hubspot',
      'First Name,Last Name,Email,Phone Number,Company Name,Job Title,Lead Status,Lifecycle Stage,Message',
      'Anna Maria,Berg,anna@x.test,+49 30 1234 56,Berg AG,CEO,New,Lead,spam,',
    ],
    [
      'salesforce',
      'First Name,Last Name,Company,Title,Email,Phone,Lead Source,Lead Status,Rating,Description',
      'Anna Maria,Berg,Berg AG,CEO,anna@x.test,+49 30 1234 56,Web,Open - Not Contacted,Cold,spam,',
    ],
    [
      'pipedrive',
      'Lead - Title,Person - Name,Person - Email,Person - Phone,Person - Job title,Organization - Name,Note - Content',
      'Anna Maria Berg: spam,Anna Maria Berg,anna@x.test,+49 30 1234 56,CEO,Berg AG,spam,',
    ],
  ])('has the columns that %s imports', async (preset, head, line) => {
    expect(EXPORT_PRESETS).toContain(preset);
    const { text } = await file(`preset=${preset}&q=anna`);
    expect(text.slice(1).startsWith(head)).toBe(true);
    expect(text.split('\r\n')[1]?.startsWith(line)).toBe(true);
  });

  test('names what Salesforce asks for where it is not known, as Salesforce does', async () => {
    const { text } = await file('preset=salesforce');
    expect(text).toContain('\r\n,[not provided],[not provided],,,,Web,Open - Not Contacted,Cold,,30,');
  });

  test('leaves telephone numbers as they are, and nothing else that begins with a sign', () => {
    expect(csvLine(['+49 30 123456', '+49-30-123456', '+1', '+cmd'])).toBe(
      "+49 30 123456,'+49-30-123456,'+1,'+cmd\r\n",
    );
  });

  test('comes with transcripts when they are asked for, by time, a session without words too', async () => {
    const talk = await scene.keep({ contact_name: 'Talked', lines: ['first', 'second "quoted"', '=third'] });
    const silent = await scene.keep({ contact_name: 'Talked Not', started_ms_ago: 120_000 });
    const long = await scene.keep({
      contact_name: 'Talked Long',
      started_ms_ago: 180_000,
      lines: Array.from({ length: 2_345 }, (_, n) => `line ${n}`),
    });
    // Stored in another order than spoken.
    await scene.app.pool.query(
      `UPDATE utterances SET ts = '2026-01-01T00:00:00Z'::timestamptz
         + interval '1 second' * CASE seq WHEN 0 THEN 1 WHEN 1 THEN 0 ELSE seq END
       WHERE session_id = ANY ($1)`,
      [[talk, long]],
    );
    const query = 'q=talked&sort=date&transcripts=yes';
    const { text: jsonl, headers } = await file(`${query}&format=jsonl`);
    expect(headers.get('x-total-count')).toBe('3');
    const sessions = jsonl
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(sessions.map(({ id, transcript }) => [id, transcript.length])).toEqual([
      [talk, 3],
      [silent, 0],
      [long, 2_345],
    ]);
    expect(sessions[0].transcript).toMatchObject([
      { seq: 1, speaker: 'agent', text: 'second "quoted"', ts: '2026-01-01T00:00:00.000Z', interrupted: false },
      { seq: 0, speaker: 'visitor', text: 'first' },
      { seq: 2, speaker: 'visitor', text: '=third' },
    ]);
    const order = [1, 0, ...Array.from({ length: 2_343 }, (_, n) => n + 2)];
    expect(sessions[2].transcript.map(({ seq }: { seq: number }) => seq)).toEqual(order);

    const { text, headers: csvHeaders } = await file(query);
    expect(csvHeaders.get('x-total-count')).toBeNull();
    const [head, ...rows] = text.slice(1).trimEnd().split('\r\n');
    expect(head).toMatch(
      /,Complaint,Consent version,Consent language,Consent text,Bookings,Line,Time,Speaker,Text,Interrupted,Author$/,
    );
    expect(rows).toHaveLength(3 + 1 + 2_345);
    expect(rows[0]).toMatch(new RegExp(`^${talk},.*,2,2026-01-01T00:00:00.000Z,AI Agent,"second ""quoted""",No,$`));
    expect(rows[2]).toMatch(/,Visitor,'=third,No,$/);
    expect(rows[3]).toMatch(new RegExp(`^${silent},.*,,,,,,$`));
    expect((await file('q=talked')).text).not.toContain('Speaker');

    const refused = await scene.ask('/export?transcripts=yes&preset=hubspot');
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    const { rows: audited } = await scene.app.pool.query(
      `SELECT detail -> 'transcripts' AS transcripts FROM audit_log WHERE action = 'sessions_exported'
       ORDER BY id DESC LIMIT 2`,
    );
    expect(audited).toEqual([{ transcripts: false }, { transcripts: true }]);
    const detail = await scene.ask(`/sessions/${talk}`);
    expect(detail.body.utterances.map(({ seq }: { seq: number }) => seq)).toEqual([1, 0, 2]);
    const first = await scene.ask(`/sessions/${long}`);
    expect(first.body.utterances.map(({ seq }: { seq: number }) => seq)).toEqual(order.slice(0, 500));
    const next = await scene.ask(`/sessions/${long}?after=${first.body.more_after}`);
    expect(next.body.utterances[0].seq).toBe(500);
    await scene.app.pool.query('DELETE FROM sessions WHERE id = ANY ($1)', [[talk, silent, long]]);
  });

  test('names the person who wrote, in both formats', async () => {
    const id = await scene.keep({ contact_name: 'Handed Over', lines: ['May I talk to a person?', 'Of course.'] });
    await scene.app.pool.query(
      `INSERT INTO utterances (session_id, seq, turn_id, speaker, author, text)
       VALUES ($1, 2, gen_random_uuid(), 'person', '=Dana', 'Good morning.')`,
      [id],
    );
    const { transcript } = JSON.parse((await file('format=jsonl&q=handed&transcripts=yes')).text);
    expect(transcript.map(({ speaker, author }: Record<string, unknown>) => [speaker, author])).toEqual([
      ['visitor', null],
      ['agent', null],
      ['person', '=Dana'],
    ]);
    const rows = (await file('q=handed&transcripts=yes')).text.trimEnd().split('\r\n');
    expect(rows.slice(1).map((row) => row.split(',').slice(-4))).toEqual([
      ['Visitor', 'May I talk to a person?', 'No', ''],
      ['AI Agent', 'Of course.', 'No', ''],
      ['Person', 'Good morning.', 'No', "'=Dana"],
    ]);
    await scene.app.pool.query('DELETE FROM sessions WHERE id = $1', [id]);
  });

  test('stands in the audit log with what was taken', async () => {
    await file('q=anna&preset=hubspot');
    const { rows } = await scene.app.pool.query(
      "SELECT actor, detail FROM audit_log WHERE action = 'sessions_exported' ORDER BY id DESC LIMIT 1",
    );
    expect(rows[0]).toMatchObject({
      actor: expect.stringMatching(/^admin-/),
      detail: { preset: 'hubspot', search: 'anna', total: 1 },
    });
  });

  test('goes on over many pieces, in order, each session once', async () => {
    await scene.app.pool.query(
      `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, started_at, ended_at,
         lead_score, contact_name)
       SELECT gen_random_uuid(), gen_random_uuid(), 'x', true, '1', 'mentor', now() - n % 7 * interval '1 minute',
         now(), n % 5, 'Many'
       FROM generate_series(1, 2500) AS n`,
    );
    for (const query of ['sort=score', 'sort=date', 'sort=duration&q=many']) {
      const lines = (await file(`format=jsonl&${query}`)).text.trim().split('\n');
      const sessions = lines.map((line) => JSON.parse(line)).filter(({ contact_name }) => contact_name === 'Many');
      expect(sessions).toHaveLength(2_500);
      expect(new Set(sessions.map(({ id }) => id)).size).toBe(2_500);
    }
  });
});

describe('a line of CSV', () => {
  test.each(['=1', '+1', '-1', '@a', '\t=1', '\r=1', '  =1', '＝1', '\n=1'])('defuses %j', (cell) => {
    expect(csvLine([cell]).replaceAll('"', '').startsWith("'")).toBe(true);
  });

  test('leaves numbers and ordinary words alone, and quotes what must be', () => {
    expect(csvLine([-5, null, 'a=b', 'x, y', 'say "hi"', 'two\nlines'])).toBe(
      '-5,,a=b,"x, y","say ""hi""","two\nlines"\r\n',
    );
  });
});
