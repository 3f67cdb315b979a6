/** What people tell in passing, in the middle of a longer sentence: role and company, sector, size, trouble, deadline, tools. */
import { SPOKEN_NUMBER } from '../../platform/text/number-words.ts';
import { type Found, fact, thread } from './rule.ts';
import { aboutThem, capital } from './third-person.ts';

const PROPER = "\\p{Lu}[\\p{L}\\d&.'’-]{0,24}(?: (?:\\p{Lu}|&)[\\p{L}\\d&.'’-]{0,24}){0,3}";
const PERSON = "\\p{Lu}[\\p{L}'’-]{1,24}(?: \\p{Lu}[\\p{L}'’-]{1,24}){0,2}";
const ROLES = 'founder owner ceo coo cto cfo cmo director head vp president manager partner'
  .split(' ')
  .flatMap((role) => [role, capital(role), role.toUpperCase()])
  .join('|');
const ROLE = `(?:(?:the |an? )?(?:[Cc]o-?|[Mm]anaging |[Cc]hief \\p{L}+ )?(?:${ROLES}|[Oo]fficer|[\\p{L}-]{3,20} (?:[Mm]anager|[Dd]irector|[Ll]ead))(?: (?:of|for) [\\p{L} &-]{2,30}?)?)`;
const NUMBER = `(?:\\d[\\d,.]*|${SPOKEN_NUMBER}|a (?:dozen|hundred))`;
/** Said of oneself or of one's own company. */
const OWN = /^(?:i|i'm|i've|we|we're|we've|my|our|this is|it's)\b/i;
const TELLS_OWN = /\b(?:i|we|my|our|me|us|mine|ours)\b/i;
const NEGATED = /\b(?:not|never|no longer|used to|without|dont|doesnt|isnt|cant|wont|didnt)\b|n't\b/i;
/** Somebody of theirs, whose company is not theirs. */
const OF_ANOTHER =
  /\b(?:my|our) (?:(?:old|former|last|previous|ex-?|best) ?)*(?:friend|brother|sister|wife|husband|mother|father|mum|mom|dad|son|daughter|cousin|uncle|aunt|boss|neighbou?r|client|customer|competitor|employer|company before|job)s?\b/i;
/** Those present at something are no team. */
const OCCASION =
  /\b(?:meeting|workshop|event|conference|talk|audience|training|offsite|keynote|summit|congress|festival|participants|webinar)s?\b/i;

/** One thing that may stand anywhere in a clause. */
type Aside = (clause: string) => Found[];

// Names are told by their capitals, all else however it is written.
const INTRODUCTION = new RegExp(
  `^(?:(?:[Ii]'m|[Ii] am|[Mm]y name is|[Mm]y name's|[Tt]his is|[Ii]t's) )${PERSON}, (?:and )?(?:[Ii]'m |[Ii] am )?(${ROLE})(?: (?:at|of|from|with) (${PROPER}))?(?![\\p{L}-])`,
  'u',
);
const COMPANY_IS = new RegExp(
  `^(?:[Ii]'m|[Ii] am|[Mm]y name is|[Tt]his is|[Ww]e're|[Ww]e are|[Ii] run|[Ii] own|[Ww]e run|[Ii] work)\\b[^.]{0,80}?\\b(?:at|of|from|for|run|own|called) ${PROPER}, (an? [\\p{L}\\d' -]{3,90})`,
  'u',
);

const introduced: Aside = (clause) => {
  const [, role, company] = INTRODUCTION.exec(clause) ?? [];
  const sector = COMPANY_IS.exec(clause)?.[1]?.replace(/ (?:and|where|who|which|that|since|but)\b.*$/i, '');
  return [
    ...(role ? [fact('role', `Is ${role}${company ? ` at ${company}` : ''}`, 0.8)] : []),
    ...(company ? [fact('company', `Their company is called ${company}`, 0.8)] : []),
    ...(sector ? [fact('business', `Speaks for ${aboutThem(sector)}`, 0.8)] : []),
  ];
};

const SIZE = new RegExp(
  `\\b(?:(?:with|team of|company of|firm of|agency of|staff of) (?:about |around |roughly |some |nearly |almost |over )?(${NUMBER})(?: \\p{L}+)? ?(?:people|employees|staff|colleagues)|(${NUMBER})(?:-(?:person|people|man)| strong)\\b|(?:we're|we are|there are) (?:about |around |now )?(${NUMBER}) (?:people|employees|of us))`,
  'iu',
);

const sized: Aside = (clause) => {
  const found = OWN.test(clause) && !OCCASION.test(clause) && !OF_ANOTHER.test(clause) ? SIZE.exec(clause) : null;
  const size = found?.[1] ?? found?.[2] ?? found?.[3];
  return size ? [fact('size', `Has ${size} people`, 0.75)] : [];
};

/** What keeps their work from going on. */
const TROUBLES = [
  /\b((?:every|each|all|most|half) [\p{L}\d €$£,.'-]{2,60}? (?:waits?|goes|go|lands?|comes?|runs?|depends?|hangs?|needs?|sits?|ends? up) (?:for|through|on|to|with|by|my|our|over)\b[^,;]{1,40})/iu,
  /\b(everything (?:goes|runs|comes|passes|lands|waits|depends|hangs)[^,;]{2,50})/i,
  /\b((?:i|we) (?:lose|waste|spend) [^,;]{0,30}?\b(?:hours?|days?|weeks?|time|money|orders|clients|customers|mornings|evenings)\b[^,;]{0,30})/i,
  /\b((?:nobody|no one)(?: else)? (?:decides|owns|knows|dares|takes|checks|answers)\b[^,;]{0,50})/i,
  /\b(i (?:approve|check|sign|decide)(?: off)?(?: on)? (?:every|all|each|most)[^,;]{2,50})/i,
];

const troubled: Aside = (clause) => {
  if (!TELLS_OWN.test(clause)) return [];
  for (const pattern of TROUBLES) {
    const what = pattern
      .exec(clause)?.[1]
      ?.replace(/,? (?:its|it's|it is|which|and it|and that)\b.*$/i, '')
      .trim();
    if (what) return [thread(`Struggles with this: ${aboutThem(what)}`, what, 0.75)];
  }
  return [];
};

const DEADLINE =
  /\b(?:want|need|like|must have|have to have) (?:it|this|that|everything|the whole thing)(?: all)?(?: to be)?(?: (done|settled|finished|ready|in place|solved|sorted|running|live|decided))? ((?:by|before|until) (?:the )?[\p{L}\d' ]{2,60})/iu;

const dated: Aside = (clause) => {
  const [, state = 'done', when = ''] = DEADLINE.exec(clause) ?? [];
  const until = when.replace(/ (?:and|but|so|because|if|when|which)\b.*$/i, '').trim();
  return until && !/^(?:by|before|until)(?: the)?$/.test(until)
    ? [fact('date:deadline', `Wants it ${state.toLowerCase()} ${aboutThem(until)}`, 0.7)]
    : [];
};

/** Programs by name: what is written small is known all the same. */
const TOOL =
  /\b(?:in|with|on|uses?|using|via|through|by) (excel|google sheets|spreadsheets|slack|notion|sap|jira|trello|asana|hubspot|salesforce|microsoft teams|whatsapp|datev|clickup|monday\.com|airtable|pipedrive|odoo|shopify|xero|quickbooks|power ?bi|outlook|sharepoint|zendesk|linear)\b/i;

const equipped: Aside = (clause) => {
  const tool = TELLS_OWN.test(clause) && !OF_ANOTHER.test(clause) ? TOOL.exec(clause)?.[1] : undefined;
  return tool ? [fact(`tools:${tool.toLowerCase()}`, `Uses ${/[A-Z]/.test(tool) ? tool : capital(tool)}`, 0.5)] : [];
};

/** What a clause tells beside its main point. A denial tells nothing here. */
export function asidesIn(clause: string): Found[] {
  const found = [...introduced(clause), ...sized(clause), ...troubled(clause)];
  return NEGATED.test(clause)
    ? found.filter(({ kind }) => kind === 'thread')
    : [...found, ...dated(clause), ...equipped(clause)];
}
