import { type ReplyTrace, TURN_STAGES, type TurnDetail } from '@understudy/contract/reply-trace';
import type { Twin } from '@understudy/contract/twin';
import type { Pool } from 'pg';
import type { KeptTrace } from '../../platform/database/schema.ts';
import { idOf, orNotFound } from '../../platform/http/gateway-function.ts';
import type { AdminScope } from '../accounts/index.ts';
import { passagesOf } from '../twin/index.ts';

/** The sentence for an unknown turn, or one of an unknown session. */
const NO_TURN = 'There is no such turn in this conversation.';

/** Where the analysis of a turn keeps the facts of a prompt. The number of people is not part of it. */
const FACT_PLACES: Record<string, string> = {
  name: 'person_name',
  role: 'role',
  company: 'org_name',
  budget: 'budget_range',
  timeline: 'timeline',
};

type TurnRow = Omit<TurnDetail, 'trace' | 'used'> & {
  knowledge: string[];
  trace: KeptTrace | null;
  entities: Record<string, string | null> | null;
  contact_info: string | null;
  /** The memories of the trace that still exist, by id. */
  memories: Record<string, string>;
};

/** A turn with what its reply was based on; null if the ids are unknown or the visitor did not consent. */
export async function readTurn(
  pool: Pool,
  twin: Pick<Twin, 'knowledge' | 'persona'>,
  sessionId: string,
  turnId: string,
): Promise<TurnDetail | null> {
  const { rows } = await pool.query<TurnRow>({
    name: 'dashboard_turn',
    // Memories and facts are read where they are kept, so that nothing outlives its deletion in a copy.
    text: `SELECT t.turn_id, t.kind, t.mode, t.model_asked, coalesce(t.model, '') AS model,
             coalesce(t.provider, '') AS provider, t.knowledge, t.trace, x.entities, x.contact_info,
             coalesce((SELECT jsonb_object_agg(m.id, m.text) FROM memories m
               WHERE m.visitor_id = s.visitor_id AND t.trace -> 'memories' ? m.id::text), '{}') AS memories
           FROM sessions s JOIN turns t ON t.session_id = s.id
           LEFT JOIN LATERAL (
             SELECT x.entities, x.contact_info FROM extracts x WHERE x.session_id = s.id AND x.seq <= (
               SELECT min(u.seq) FROM utterances u WHERE u.session_id = s.id AND u.turn_id = t.turn_id
             ) ORDER BY x.seq DESC, x.id DESC LIMIT 1
           ) AS x ON true
           WHERE s.id = $1 AND t.turn_id = $2 AND s.consent`,
    values: [sessionId, turnId],
  });
  const row = rows[0];
  if (!row) return null;
  const { knowledge, trace, entities, contact_info, memories, ...turn } = row;
  const used = knowledge.map((id) => ({ id, title: titleOf(twin, id), file: fileOf(twin, id) }));
  return { ...turn, used, trace: trace && presentTrace(trace, { knowledge, entities, contact_info, memories }, twin) };
}

/** What was recorded, with what it refers to. */
function presentTrace(
  { found, facts, memories, moves, stages }: KeptTrace,
  row: Pick<TurnRow, 'knowledge' | 'entities' | 'contact_info' | 'memories'>,
  twin: Pick<Twin, 'knowledge' | 'persona'>,
): ReplyTrace {
  const factOf = (field: string) =>
    field === 'contact' ? row.contact_info : (row.entities?.[FACT_PLACES[field] ?? ''] ?? null);
  return {
    searches: found.map(({ decision, sure, passages }) => ({
      decision,
      sure,
      passages: passages.map((passage) => ({
        ...passage,
        used: row.knowledge.includes(passage.id),
        file: fileOf(twin, passage.id),
      })),
    })),
    facts: facts.map((field) => ({ field, value: factOf(field) })),
    memories: memories.map((id) => row.memories[id] ?? null),
    moves,
    stages: Object.fromEntries(TURN_STAGES.map((stage) => [stage, stages[stage] ?? null])) as ReplyTrace['stages'],
  };
}

type Knowing = Pick<Twin, 'knowledge' | 'persona'>;
const passageOf = (twin: Knowing, id: string) => passagesOf(twin).find((one) => one.id === id);
/** A passage's title; its id if the twin no longer has it. */
const titleOf = (twin: Knowing, id: string): string => passageOf(twin, id)?.title ?? id;
/** The text that contains a passage. */
const fileOf = (twin: Knowing, id: string): string | null => passageOf(twin, id)?.file ?? null;

/** Mounts the route that tells what a reply was based on. */
export function mountReplyTraces({ http, pool }: AdminScope, { twin }: { twin(): Twin }): void {
  http.get('/sessions/:id/turns/:turn_id', async (request): Promise<TurnDetail> => {
    const [id, turnId] = [idOf(request, 'id', NO_TURN), idOf(request, 'turn_id', NO_TURN)];
    return orNotFound(await readTurn(pool, twin(), id, turnId), NO_TURN);
  });
}
