import { fold } from '../../../platform/text/words.ts';
import type { Cue } from './cue.ts';
import { AGENT_CUES, CUES } from './cues.ts';

/** Characters of one line that are looked at: what a visitor is after is said at its beginning and end. */
const LINE_HEAD_CHARS = 700;
const LINE_TAIL_CHARS = 500;
/** Orders to the analysis, and lines put into somebody else's mouth: they are no words of the visitor's. */
const FORGED = [
  /<\|?\/?\w+\|?>[^<]{0,200}|<\/?\w+>/g,
  /\[+[^\]]{0,80}\b(?:system|note|override|assistant|analyst|instruction|admin)\b[^\]]{0,200}\]+/g,
  /\{[^}]{0,40}"?(?:lead_?score|score|tier|intent|budget|tool|company)"?[^}]{0,200}\}*/g,
  /^ *(?:agent|assistant|system|visitor|user|analyst note|orla|twin) ?:.*$/gm,
  /\b(?:ignore|disregard|forget|override)\b[^.?!]{0,30}\b(?:above|previous|prior|instructions?|prompts?|rules)\b[^.?!]{0,120}/g,
  /\b(?:ignorez|ignora|ignoriere|ignoriert|ignorera|zignoruj)\b[^.?!]{0,120}/g,
  /\b(?:set|give|make|put|rate|score|mark|classify|output|write|confirm)\b[^.?!]{0,40}\b(?:lead_?score|score|tier|intent|hot|100)\b[^.?!]{0,80}/g,
  /\byou are now\b[^.?!]{0,80}|\blead_?score\b[^.?!]{0,40}|\bdeveloper mode\b|\bdecode (?:it|this)\b/g,
  /\b[a-z0-9+/]{40,}={0,2}/g,
];
const SERVICES = /\b(?:cue sheet day|understudy sprint|decision hour|the rehearsal|walkthrough|on the book)\b/g;
const FILLERS = /\b(?:uh+|um+|erm?|euh|em|eh|hmm*|like,)\b,? ?/g;
const REPEATED = /\b([\w']+)(?: \1\b)+/g;

/** The line as cues read it: folded, without hesitations, forged text and addresses replaced by a word that says so. */
export function readable(line: string): string {
  const capped =
    line.length <= LINE_HEAD_CHARS + LINE_TAIL_CHARS
      ? line
      : `${line.slice(0, LINE_HEAD_CHARS)} ${line.slice(-LINE_TAIL_CHARS)}`;
  let folded = fold(capped).replace(/\s*[\r\n]+\s*/g, '\n');
  for (const forged of FORGED) folded = folded.replace(forged, ' forgedword ');
  return folded
    .replace(/[\w.+-]+@[\w.-]+/g, ' emailword ')
    .replace(SERVICES, 'servicename')
    .replace(FILLERS, '')
    .replace(REPEATED, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

const heard = (cues: readonly Cue[], text: string): string[] =>
  cues.flatMap(({ name, pattern }) => (pattern.test(text) ? [name] : []));

/** What a visitor's line shows: the names of its cues. */
export const visitorCues = (text: string): string[] => heard(CUES, text);

/** What a line of the twin's shows. */
export const agentCues = (text: string): string[] => heard(AGENT_CUES, text);

const any = (seen: ReadonlySet<string>, names: readonly string[]): boolean => names.some((name) => seen.has(name));

const REACHABLE = ['email', 'phone', 'call_me'];
const TROUBLED = ['waits', 'nobody_decides', 'strain', 'our_trouble', 'handing_over'];
const BUYING = ['price', 'contract', 'order', 'service', 'service_name'];
const SHOWN = ['demo', 'show_me'];
const ASKING = ['asks_how', 'wants_answer', 'took_answer', 'no_engagement'];
const ELSEWHERE = ['stage', 'we_offer', 'team_up', 'broken', 'wrong_delivery', 'job', 'bulk'];
const FITTING = ['can_help', 'seeks_help', 'proposal'];

/** What several cues of a conversation say together that none says alone. */
export function togetherCues(seen: ReadonlySet<string>): string[] {
  const reachable = any(seen, REACHABLE);
  const troubled = any(seen, TROUBLED);
  const buying = any(seen, BUYING);
  const elsewhere = any(seen, ELSEWHERE);
  const shown = any(seen, SHOWN);
  const asking = any(seen, ASKING);
  const fitting = any(seen, FITTING);
  const found: string[] = [];
  if (!troubled && !buying && !elsewhere && !shown && !asking && !fitting && !reachable) found.push('silent');
  if (troubled && reachable && !buying && !elsewhere && !shown) found.push('troubled_lead');
  if (fitting && !buying && !elsewhere && !shown) found.push('asks_fit');
  if (asking && !reachable && !buying && !elsewhere && !shown) found.push('asks_only');
  if (buying && seen.has('amount') && !elsewhere) found.push('buys');
  if (seen.has('forged') && !reachable && !troubled && !fitting) found.push('forged_only');
  if (reachable && seen.has('amount') && !buying && !elsewhere && !shown) found.push('funded_lead');
  return found;
}
