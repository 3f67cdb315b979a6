import type { Entities } from '@understudy/contract/leads';
import { FACT_FIELDS, type Fact, type FactField, type FactValue } from '@understudy/contract/people';
import type { Pool } from 'pg';

/** Analyses that are read of a person: those of each conversation in which something is another than before. */
const MAX_ANALYSES = 5_000;
/** Characters of a line around a value. */
const QUOTE_CHARS = 240;

/** An analysis of a conversation, in the order in which it was made. */
export interface AnalysisOfPerson {
  visitor_id: string;
  session_id: string;
  started_at: Date;
  /** The newest line that it covers, and when that was said. */
  seq: number;
  said_at: Date;
  analyser: 'embedded' | 'merged' | 'visitor';
  company: string | null;
  pain_points: readonly string[];
  entities: Entities;
}

/** A visitor's correction of a fact. */
export interface CorrectionOfPerson {
  visitor_id: string;
  field: 'name' | 'email' | 'phone' | 'company' | 'role';
  value: string | null;
  corrected_at: Date;
}

/** What is kept of a visitor beyond their conversations. */
export interface KeptFacts extends Record<CorrectionOfPerson['field'], string | null> {
  visitor_id: string;
}

type SingleField = Exclude<FactField, 'pain_point'>;

/** The value of each field in an analysis. */
const FIELD_VALUES: { readonly [Field in SingleField]: (of: AnalysisOfPerson) => string | null } = {
  name: ({ entities }) => entities.person_name,
  email: ({ entities }) => entities.contact_email,
  phone: ({ entities }) => entities.contact_phone ?? null,
  company: ({ company }) => company,
  role: ({ entities }) => entities.role,
  budget: ({ entities }) => entities.budget_range,
  timeline: ({ entities }) => entities.timeline,
  use_case: ({ entities }) => entities.use_case,
};

const isSame = (one: string | null, other: string | null) => one?.toLowerCase() === other?.toLowerCase();

/** When a value came up, before it is known what it replaced. */
type Point = Omit<FactValue, 'replaced' | 'quote' | 'said_at'> & { at: Date | null };

/** What is known of a person: the newest said of each fact, with its history. Pure. */
export function factsOf(
  analyses: readonly AnalysisOfPerson[],
  corrections: readonly CorrectionOfPerson[],
  kept: readonly KeptFacts[],
): Fact[] {
  return FACT_FIELDS.flatMap((field) =>
    field === 'pain_point' ? problemsOf(analyses) : (factOf(field, analyses, corrections, kept) ?? []),
  );
}

function factOf(
  field: SingleField,
  analyses: readonly AnalysisOfPerson[],
  corrections: readonly CorrectionOfPerson[],
  kept: readonly KeptFacts[],
): Fact | null {
  const corrected = corrections.filter((one) => one.field === field);
  const said = pointsOf(analyses, FIELD_VALUES[field]).filter(
    // A correction wins over what is read from the visitor's conversations that began before it.
    ({ point, startedAt }) =>
      !corrected.some(
        ({ visitor_id, corrected_at: at }) =>
          visitor_id === point.visitor_id && startedAt < at && point.at !== null && point.at >= at,
      ),
  );
  const points = [
    ...said.map(({ point }) => point),
    ...corrected.map(({ visitor_id, value, corrected_at: at }) => ({
      ...{ visitor_id, value, at, corrected: true, session_id: null, seq: null },
    })),
  ];
  const isKnown = (value: string, visitor: string) =>
    points.some((one) => one.visitor_id === visitor && isSame(one.value, value));
  // What a lead was before its conversations were deleted.
  const earlier = kept.flatMap(({ visitor_id, ...values }) => {
    const value = field in values ? values[field as keyof typeof values] : null;
    return value === null || isKnown(value, visitor_id)
      ? []
      : [{ visitor_id, value, at: null, corrected: false, session_id: null, seq: null }];
  });
  const history = historyOf([...earlier, ...points].sort((one, other) => timeOf(one) - timeOf(other)));
  return history.length === 0 ? null : { field, value: history.at(-1)?.value ?? null, history: history.reverse() };
}

const timeOf = ({ at }: Point): number => at?.getTime() ?? 0;

/** Where a value changes within each conversation. */
function pointsOf(
  analyses: readonly AnalysisOfPerson[],
  factIn: (of: AnalysisOfPerson) => string | null,
): { point: Point; startedAt: Date }[] {
  const found: { point: Point; startedAt: Date }[] = [];
  const last = new Map<string, string | null>();
  for (const one of analyses) {
    const { visitor_id, session_id, seq, said_at: at } = one;
    const value = factIn(one) || null;
    if (isSame(last.get(session_id) ?? null, value)) continue;
    last.set(session_id, value);
    // A correction is known by itself, with its own time.
    if (one.analyser === 'visitor') continue;
    found.push({ point: { visitor_id, session_id, seq, value, at, corrected: false }, startedAt: one.started_at });
  }
  return found;
}

/** The changes in a list of points, in order of time. */
function historyOf(points: readonly Point[]): FactValue[] {
  const history: FactValue[] = [];
  for (const { at, ...point } of points) {
    const before = history.at(-1)?.value ?? null;
    if (isSame(before, point.value)) continue;
    // What one conversation takes back stays if another has said something else since.
    const isOthers = point.value === null && !point.corrected && history.at(-1)?.session_id !== point.session_id;
    if (isOthers) continue;
    history.push({ ...point, said_at: at?.toISOString() ?? null, quote: null, replaced: before });
  }
  return history;
}

/** Each problem that was named, with where it was named first; the newest first. */
function problemsOf(analyses: readonly AnalysisOfPerson[]): Fact[] {
  const found = new Map<string, Fact>();
  for (const { visitor_id, session_id, seq, said_at, pain_points } of analyses) {
    for (const value of pain_points) {
      if (found.has(value.toLowerCase())) continue;
      const point = { visitor_id, session_id, seq, value, corrected: false, quote: null, replaced: null };
      const history = [{ ...point, said_at: said_at.toISOString() }];
      found.set(value.toLowerCase(), { field: 'pain_point', value, history });
    }
  }
  return [...found.values()].reverse();
}

/** Reads the facts of a person, each value with the line in which it was said. */
export async function readFacts(pool: Pool, visitors: readonly string[]): Promise<Fact[]> {
  const [facts = []] = await readFactsOf(pool, [visitors]);
  await addQuotes(pool, facts);
  return facts;
}

/** Reads the facts of persons, without the lines: in as many statements for many as for one. @param groups visitors */
export async function readFactsOf(pool: Pool, groups: readonly (readonly string[])[]): Promise<Fact[][]> {
  if (groups.length === 0) return [];
  const visitors = groups.flat();
  const numbers = groups.flatMap((group, n) => group.map(() => n));
  const [analyses, corrections, kept] = await Promise.all([
    pool.query<AnalysisOfPerson & { n: number }>(
      `WITH found AS (
         SELECT g.n, s.visitor_id, s.id AS session_id, s.started_at, x.id, x.seq, x.created_at, x.analyser, x.company,
           x.pain_points, x.entities, (x.company, x.pain_points, x.entities) IS NOT DISTINCT FROM
             lag((x.company, x.pain_points, x.entities)) OVER (PARTITION BY s.id ORDER BY x.seq, x.id) AS is_same
         FROM unnest($1::int[], $2::uuid[]) AS g (n, visitor_id) JOIN sessions s USING (visitor_id)
           JOIN extracts x ON x.session_id = s.id
         WHERE s.consent
       ), newest AS (
         SELECT *, row_number() OVER (PARTITION BY n ORDER BY started_at DESC, seq DESC, id DESC) AS place
         FROM found WHERE NOT is_same
       ) SELECT n, f.visitor_id, f.session_id, f.started_at, f.seq, coalesce(u.ts, f.created_at) AS said_at,
           f.analyser, f.company, f.pain_points, f.entities
         FROM newest f LEFT JOIN utterances u ON u.session_id = f.session_id AND u.seq = f.seq
         WHERE place <= ${MAX_ANALYSES} ORDER BY n, place DESC`,
      [numbers, visitors],
    ),
    pool.query<CorrectionOfPerson>(
      'SELECT visitor_id, field, value, corrected_at FROM visitor_corrections WHERE visitor_id = ANY ($1::uuid[])',
      [visitors],
    ),
    pool.query<KeptFacts>(
      `SELECT visitor_id, name, email, phone, company, role FROM leads WHERE visitor_id = ANY ($1::uuid[])
       ORDER BY last_seen_at, visitor_id`,
      [visitors],
    ),
  ]);
  return groups.map((group, at) => {
    const ofGroup = ({ visitor_id: id }: { visitor_id: string }) => group.includes(id);
    const said = analyses.rows.filter(({ n }) => n === at);
    return factsOf(said, corrections.rows.filter(ofGroup), kept.rows.filter(ofGroup));
  });
}

/** Adds the lines: of those that an analysis covers, the newest with the value's words, or else the newest. */
async function addQuotes(pool: Pool, facts: readonly Fact[]): Promise<void> {
  const said = facts.flatMap(({ history }) => history).filter(({ session_id }) => session_id !== null);
  if (said.length === 0) return;
  const { rows } = await pool.query<{ n: number; seq: number; text: string; ts: Date }>(
    `SELECT g.n::int, u.seq, u.text, u.ts
     FROM unnest($1::uuid[], $2::int[], $3::text[]) WITH ORDINALITY AS g (session_id, seq, value, n)
     CROSS JOIN LATERAL (
       SELECT o.seq, o.text, o.ts FROM utterances o
       WHERE o.session_id = g.session_id AND o.speaker = 'visitor' AND o.seq <= g.seq
       ORDER BY strpos(lower(o.text), lower(coalesce(g.value, ''))) > 0 DESC, o.seq DESC LIMIT 1
     ) AS u`,
    [said.map(({ session_id }) => session_id), said.map(({ seq }) => seq), said.map(({ value }) => value)],
  );
  const lines = new Map(rows.map((row) => [row.n, row]));
  for (const [at, value] of said.entries()) {
    const line = lines.get(at + 1);
    value.seq = line?.seq ?? null;
    value.quote = line ? around(line.text, value.value) : null;
    if (line) value.said_at = line.ts.toISOString();
  }
}

/** The part of a line around a value. */
function around(text: string, value: string | null): string {
  if (text.length <= QUOTE_CHARS) return text;
  const at = value === null ? 0 : Math.max(0, text.toLowerCase().indexOf(value.toLowerCase()));
  const from = Math.max(0, Math.min(at - QUOTE_CHARS / 3, text.length - QUOTE_CHARS));
  const part = text.slice(from, from + QUOTE_CHARS).toWellFormed();
  return `${from > 0 ? '…' : ''}${part}${from + QUOTE_CHARS < text.length ? '…' : ''}`;
}
