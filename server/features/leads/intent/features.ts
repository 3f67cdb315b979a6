import { fold } from '../../../platform/text/words.ts';
import { openingsOf, Phrase } from '../reading/phrase.ts';
import { readableOf } from '../reading/readable.ts';
import { mayRepeat } from '../reading/repeats.ts';
import type { Cue } from './cue.ts';
import { AGENT_CUES, CUES, type TOGETHER } from './cues.ts';

/** Characters of one line that are looked at: what a visitor is after is said at its beginning and end. */
const HEAD_CHARS = 700;
const TAIL_CHARS = 500;
const FILLERS = /\b(?:uh+|um+|erm?|euh|em|eh|hmm*|like,)\b,? ?/g;
const REPEATED = /\b([\w']{1,30})(?: \1\b)+/g;
const SAID_TWICE = /\b([\w']{1,20} [\w']{1,20})(?: \1\b)+/g;

/** The line as cues read it: folded, without hesitations; forged text and addresses are replaced by a word that says so. */
export function readable(line: string): string {
  const { text, forged } = readableOf(
    line.length <= HEAD_CHARS + TAIL_CHARS ? line : `${line.slice(0, HEAD_CHARS)} ${line.slice(-TAIL_CHARS)}`,
  );
  const folded = fold(forged ? `${text} forgedword` : text);
  const named = folded.includes('@') ? folded.replace(/[\w.+-]{1,64}@[\w.-]{1,100}/g, ' emailword ') : folded;
  const fluent = named.replace(FILLERS, '');
  const once = mayRepeat(fluent) ? fluent.replace(REPEATED, '$1').replace(SAID_TWICE, '$1') : fluent;
  return once.replace(/\s+/g, ' ').trim();
}

function heard(cues: readonly Cue[], text: string, openings = openingsOf(text)): string[] {
  const names: string[] = [];
  for (const { name, pattern } of cues) if (pattern.test(text, openings)) names.push(name);
  return names;
}

const CHANGE_OF_MIND = new Phrase(
  /\b(?:forget (?:it|that|this|about|the|my)|never ?mind|scra(?:tch|p) (?:it|that|this|the)|changed (?:my|our) mind|change of (?:plan|mind|heart)|on second thoughts?|what (?:we|i) (?:really|actually) (?:need|want|came)|actually,? (?:no|forget|scrap|scratch|leave|instead)|(?:take|took) (?:that|it|all that) back|(?:leave|drop|skip) the \w+(?: \w+)? (?:aside|for now|then|out)|the real (?:reason|question))\b/,
);

/** What a visitor's line shows: the names of its cues, and whether it takes back what was wanted before it. */
export function visitorCues(text: string): { names: string[]; changesMind: boolean } {
  const openings = openingsOf(text);
  return { names: heard(CUES, text, openings), changesMind: CHANGE_OF_MIND.test(text, openings) };
}

/** What a line of the twin's shows. */
export const agentCues = (text: string): string[] => heard(AGENT_CUES, text);

const any = (seen: ReadonlySet<string>, names: readonly string[]): boolean => names.some((name) => seen.has(name));

const REACHABLE = ['email', 'phone', 'call_me'];
const TROUBLED = ['waits', 'nobody_decides', 'strain', 'our_trouble', 'handing_over'];
const BUYING = ['price', 'contract', 'order', 'service'];
const SHOWN = ['demo', 'show_me'];
const ASKING = ['asks_how', 'wants_answer', 'took_answer', 'no_engagement'];
const ELSEWHERE = ['stage', 'we_offer', 'team_up', 'broken', 'wrong_delivery', 'job', 'bulk'];
const FITTING = ['can_help', 'seeks_help', 'proposal'];

type Together = (typeof TOGETHER)[number];

/** What several cues of a conversation say together that none says alone. */
export function togetherCues(seen: ReadonlySet<string>): Together[] {
  const reachable = any(seen, REACHABLE);
  const troubled = any(seen, TROUBLED);
  const buying = any(seen, BUYING);
  const elsewhere = any(seen, ELSEWHERE);
  const shown = any(seen, SHOWN);
  const asking = any(seen, ASKING);
  const fitting = any(seen, FITTING);
  const found: Together[] = [];
  if (!troubled && !buying && !elsewhere && !shown && !asking && !fitting && !reachable) found.push('silent');
  if (troubled && reachable && !buying && !elsewhere && !shown) found.push('troubled_lead');
  if (fitting && !buying && !elsewhere && !shown) found.push('asks_fit');
  if (asking && !reachable && !buying && !elsewhere && !shown) found.push('asks_only');
  if (buying && seen.has('amount') && !elsewhere) found.push('buys');
  if (seen.has('forged') && !reachable && !troubled && !fitting) found.push('forged_only');
  if (reachable && seen.has('amount') && !buying && !elsewhere && !shown) found.push('funded_lead');
  return found;
}
