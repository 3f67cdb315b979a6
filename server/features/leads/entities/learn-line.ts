import type { EntityName } from '@understudy/contract/leads';
import type { Finding, LeadFacts } from '../facts.ts';
import { addressWords, companyFits } from './address-words.ts';
import type { Found } from './found.ts';
import { TOLD_NUMBER } from './phone.ts';
import { propersIn } from './proper.ts';
import { readLine, type Told } from './read-line.ts';
import {
  freshReader,
  HEARD_MOST,
  quoteOf,
  type Reader,
  type ReadFacts,
  STRANGE_MOST,
  type VisitorLine,
} from './reader.ts';
import { heardName } from './spoken-company.ts';
import { withStanding } from './with-standing.ts';

/** Characters of the agent's line that are read for addresses. */
const AGENT_CHARS = 2_000;
/** Phrases for what hurts that are kept; a telling visitor has no more. */
const PAINS_MOST = 6;

/** What the agent's line adds to what is known of its words. */
function withAgent(reader: Reader, before: string | null): Reader {
  if (!before) return reader;
  const told = before.slice(-AGENT_CHARS);
  const agents = told.includes('@')
    ? [...told.matchAll(/[\w.+-]{1,64}@[\w.-]{1,80}\w/g)].map(([address]) => address.toLowerCase())
    : [];
  const propers = propersIn(before.slice(0, 600));
  if (agents.length === 0 && propers.length === 0) return reader;
  const fresh = propers.map(({ text }) => text.toLowerCase()).filter((name) => !reader.strange.includes(name));
  const heard = fresh.length > 0 ? reader.heard.join(' ') : '';
  const strange = fresh.filter((name) => !heard.includes(name));
  return {
    ...reader,
    agents: [...new Set([...reader.agents, ...agents])],
    strange: [...new Set([...reader.strange, ...strange])].slice(-STRANGE_MOST),
  };
}

export type { ReadFacts, VisitorLine };

/**
 * Learns what one line of the visitor's tells: new facts, the old ones stay as they are. The last stated position wins,
 * a denial takes a fact away, and only the visitor's own words count.
 */
export function learnLine(facts: ReadFacts, line: VisitorLine): ReadFacts {
  const reader = withAgent(facts.reader ?? freshReader(), line.before);
  const address = facts.entities.contact_email?.value ?? null;
  const told = readLine(line.text, {
    said: line.before,
    agents: reader.agents,
    strange: reader.strange,
    heard: reader.heard,
    address,
  });
  const heard = [...reader.heard, '', ...told.tokens.map(({ low }) => low)].slice(-HEARD_MOST);
  const next: ReadFacts = {
    ...facts,
    entities: { ...facts.entities },
    engagement: engaged(facts, told),
    reader: { ...reader, heard, strengths: { ...reader.strengths } },
  };
  keep(next, 'contact_email', line, told, told.email);
  keep(next, 'person_name', line, told, told.person);
  keep(next, 'role', line, told, told.role);
  keep(next, 'org_name', line, told, told.company);
  keep(next, 'use_case', line, told, told.useCase);
  nameCompany(next, line, told);
  if (told.phone) {
    const number = finding(line, told, told.phone);
    if (told.phone.strength >= TOLD_NUMBER) next.phone = number;
    if (next.reader) next.reader.number = number;
  }
  next.painPoints = withPains(facts, line, told);
  return withStanding(next, line, told);
}

const finding = (line: VisitorLine, told: Told, found: Found): Finding => ({
  value: found.value,
  quote: quoteOf(line, told, found),
});

/** Keeps what was found unless something surer of the same kind is known. */
function keep(facts: ReadFacts, name: EntityName, line: VisitorLine, told: Told, found: Found | null): void {
  const { reader } = facts;
  if (!found || !reader) return;
  const known = facts.entities[name];
  const strength = reader.strengths[name] ?? 0;
  const fuller =
    known !== undefined && name === 'person_name' && found.value.toLowerCase().includes(known.value.toLowerCase());
  const partOf =
    known !== undefined && name !== 'contact_email' && known.value.toLowerCase().includes(found.value.toLowerCase());
  if (known && partOf && !fuller) return;
  if (known && !fuller && found.strength < strength - SURER[name]) return;
  facts.entities[name] = finding(line, told, found);
  reader.strengths[name] = Math.max(found.strength, fuller ? strength : 0);
}

/** How much less sure a later finding may be and still count as a change of mind. */
const SURER: Record<EntityName, number> = {
  contact_email: 1,
  person_name: 0.4,
  org_name: 0.4,
  role: 0.2,
  use_case: 0,
  budget_range: 9,
  timeline: 9,
};

/** The address's domain tells how the company is written, when its name was heard. */
function nameCompany(facts: ReadFacts, line: VisitorLine, told: Told): void {
  const { reader } = facts;
  if (!told.email || !reader) return;
  const words = addressWords(told.email.value);
  const known = facts.entities.org_name;
  // The address itself spells the name too, but less well than what was said of the company.
  const address = told.readable.text.slice(told.email.from, told.email.to).toLowerCase().split(/\s+/).length;
  const elsewhere = heardName(
    reader.heard
      .join(' ')
      .replace(told.readable.text.slice(told.email.from, told.email.to).toLowerCase(), '')
      .split(' '),
    words,
  );
  const name = elsewhere ?? (address > 1 && !known ? heardName(reader.heard, words) : null);
  const fits = known ? companyFits(known.value, words) : 0;
  if (!name || (known && (fits >= 1 || known.value.toLowerCase().includes(name.toLowerCase())))) return;
  facts.entities.org_name = finding(line, told, { ...told.email, value: name });
  reader.strengths['org_name'] = 4;
}

/** What they say hurts is what they sell against, or look for work with. */
const SELLING: ReadonlySet<string> = new Set(['vendor', 'job_seeker', 'spam']);

function withPains(facts: ReadFacts, line: VisitorLine, told: Told): Finding[] {
  const pains = [...facts.painPoints];
  if (facts.disqualified && SELLING.has(facts.disqualified.kind)) return pains;
  for (const pain of told.pains) {
    if (pains.length >= PAINS_MOST) break;
    if (!pains.some(({ value }) => value.toLowerCase() === pain.value.toLowerCase()))
      pains.push(finding(line, told, pain));
  }
  return pains;
}

/** Words of a question about the work rather than about the weather. */
const ABOUT_WORK = /\b(?:how|what|which|who|when|where|why|can|could|does|do|is|are|would|will|should)\b/i;

function engaged({ engagement }: LeadFacts, told: Told): LeadFacts['engagement'] {
  const asks = new Set(
    told.clauses.filter(({ asks, text }) => asks && ABOUT_WORK.test(text)).map(({ sentence }) => sentence),
  );
  return {
    ...engagement,
    messages: engagement.messages + 1,
    words: engagement.words + told.tokens.length,
    questions: engagement.questions + asks.size,
  };
}
