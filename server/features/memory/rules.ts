/** How people tell who they are and what they do, one rule a way. The rules stand by weight: first come first. */
import { SPOKEN_NUMBER } from '../../platform/text/number-words.ts';
import { about, type Found, fact, isVague, OFTEN, type Rule, rule, WE } from './rule.ts';
import { OPEN_RULES } from './rules-open.ts';
import { aboutThem, capital, verbOf } from './third-person.ts';

const NAME = "(?:\\p{Lu}[\\p{L}'’-]{1,24})(?: \\p{Lu}[\\p{L}'’-]{1,24}){0,2}";
const NO_NAME =
  /^(?:I|The|A|An|CEO|COO|CTO|CFO|HR|AI|Not|Just|So|Very|Really|Here|There|Fine|Good|Sure|Sorry|From|In|At|Looking|Interested|German|Dutch|Danish|English|French|Italian|Spanish|American|British|Irish|Indian|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Nobody|Someone|Everybody|Ok|Okay|Yes|No|Thanks|Hello)\b/;
const NUMBER = `(?:\\d[\\d,.]*k?|${SPOKEN_NUMBER}|a (?:dozen|hundred))(?:[- ](?:odd|plus))?\\+?`;
const ABOUT =
  '(?:(?:about|around|roughly|some|nearly|almost|over|just|only|now|currently|still|already|also|a team of|all together|in total) )*';
const HEADS =
  '(?:people|persons|employees|staff(?: members)?|colleagues|managers|folks|of us|team members|developers|engineers|designers|consultants|lawyers|nurses|workers|sites|shops|branches|restaurants|clients|customers)';
const BUSINESS =
  "(?:an? |the |my |our |two |three |several |my own |our own |a chain of )(?:[\\p{L}\\d&'-]+ ){0,5}?(?:compan(?:y|ies)|business(?:es)?|firm|agency|studio|shops?|stores?|baker(?:y|ies)|caf[eé]s?|restaurants?|practice|clinic|school|startup|start-up|saas|consultancy|brand|farm|brewery|hotel|garage|salon|gym|charity|foundation|non-?profit|factory|workshop|publisher|platform|marketplace|app|dental \\w+|law \\w+|team|department|office|warehouse|nursery|pharmacy|gallery|plumbing \\w+|construction \\w+|logistics \\w+)";
/** Verbs by which people tell what they do, and the subject under which it is kept. */
const DOING: [string, string, number][] = [
  ['(?:co-?)?(?:own|founded|started|run|operate|opened|built)', 'business', 0.85],
  ['(?:manage|lead|head|supervise|oversee)', 'role', 0.75],
  ['work(?= (?:at|for|in|as|with|on)\\b)', 'work', 0.7],
  ['(?:sell|make|build|produce|manufacture|provide|publish|import|export|deliver|teach)', 'trade', 0.7],
  ['(?:live|grew up)(?= (?:in|near|outside)\\b)', 'place', 0.5],
  ['(?:use|switched to|moved to)', 'tools', 0.5],
];

export const RULES: Rule[] = [
  // Who they are.
  {
    pattern: new RegExp(
      `^(?:my name is|my name's|the name is|name's|i am called|i'm called|(?:please |just |you can |everybody |people )*call me)\\s+(${NAME}|\\p{Ll}{2,20}$)`,
      'iu',
    ),
    found: ([, name = '']) => called(name),
  },
  {
    // Small letters are no name here: 'I'm looking', 'I'm tired'.
    pattern: new RegExp(
      `^(?:[Ii]'m|[Ii] am|[Tt]his is|[Ii]t's) (${NAME})(?=$|,| (?:here|from|at|with|by the way|speaking)\\b)`,
      'u',
    ),
    found: ([, name = '']) =>
      ROLE.test(name) ? fact('role', `Is ${name}`, 0.8) : NO_NAME.test(name) ? null : called(name),
  },
  rule(
    `(?:my|our) (company|business|firm|agency|startup|studio|shop|team|charity|brand)(?: is|'s) (?:called|named) (.{2,60})`,
    ([, what = '', name = '']) => fact('company', `Their ${what.toLowerCase()} is called ${name}`, 0.8),
  ),
  rule(`(?:my|our) (budget)(?: is| would be|'s) (.{1,60})`, ([, , sum = '']) => budget(sum)),
  rule(`${WE} have (?:a budget of|a budget around|set aside) (.{1,60})`, ([, sum = '']) => budget(sum)),
  rule(`(?:my|our) (?:email|e-mail|address|mail)(?: address)? is (\\S{1,64}@[\\w.-]{3,80})`, ([, address = '']) =>
    fact('email', `Can be reached at ${address.replace(/[.,]+$/, '')}`, 0.7),
  ),
  rule(
    `(?:my|our) (deadline|launch|event|offsite|workshop|conference|board meeting|kick-?off|opening|wedding|holiday|move)(?: is| will be|'s) (.{2,80})`,
    ([, what = '', when = '']) =>
      fact(`date:${what.toLowerCase()}`, `Their ${what.toLowerCase()} is ${aboutThem(when)}`, 0.7),
  ),
  rule(
    `${WE} (?:launch|open|move|start|go live|have to decide|need to decide)(?:s)? ((?:on|in|by|before|next|this|at the end of) .{2,60})`,
    (match) =>
      fact(
        'date:start',
        `${capital(aboutThem(match[0].replace(/^\S+ /, '')))}`.replace(/^(\w+)/, (verb) => verbOf(verb)),
        0.65,
      ),
  ),
  rule(
    `(?:my|our) (co-?founder|business partner|assistant|deputy|second[- ]in[- ]command)(?:'s|(?: is)+)(?: called| named)? (${NAME})`,
    ([, who = '', name = '']) =>
      /^\p{Lu}/u.test(name) ? fact(`person:${who.toLowerCase()}`, `Their ${who.toLowerCase()} is ${name}`, 0.6) : null,
  ),
  rule(
    `(?:${WE} have|(?:we're|we are|there are)) ${ABOUT}(${NUMBER} (?:\\p{L}+ )?${HEADS})\\b(.{0,60})`,
    ([, size = '', rest = '']) =>
      fact(
        /client|customer/i.test(size) ? 'clients' : 'size',
        /of us/i.test(size)
          ? `There are ${size.replace(/of us/i, 'of them')}`
          : `Has ${size}${aboutThem(rest.split(/[,;]/)[0] ?? '')}`,
        0.75,
      ),
  ),
  rule(
    `(?:we're|we are|we have grown to|we've grown to|we employ|i employ) ${ABOUT}(${NUMBER})(?= ?$| (?:now|today|by now|already|strong|in total))`,
    ([, size = '']) => fact('size', `Has ${size} people`, 0.75),
  ),
  rule(
    `(?:my|our) (?:company|business|firm|agency|startup|team) (?:is|has|employs) ${ABOUT}(${NUMBER})(?: ${HEADS})?(?= ?$|,| in\\b| and\\b)`,
    ([, size = '']) => fact('size', `Has ${size} people`, 0.75),
  ),
  rule(`${WE}(?:'m|'re| am| are) (?:based|located|at home) ((?:in|near|outside) .{2,60})`, ([, place = '']) =>
    fact('place', `Is based ${place}`, 0.55),
  ),
  rule(`(?:i'm|i am) (?:from) (\\p{Lu}.{1,40})`, ([, place = '']) => fact('place', `Is from ${place}`, 0.5)),
  rule(`(?:we're|we are) (an? .{3,100})`, ([, what = '']) =>
    /^an? (?:bit|little|lot|few|mess|team$)/i.test(what)
      ? null
      : fact('business', `Speaks for ${aboutThem(what)}`, 0.8),
  ),
  rule(
    `(?:i'm|i am|i work as) ${OFTEN}((?:an? |the |one of the |head of |vp |director |founder|ceo|coo|cto|cfo|owner|managing ).{2,100})`,
    ([, role = '']) =>
      /^an? (?:bit|little|lot|fan|believer|person who|mess|bot|human|robot|god|genius|(?:\w+ )?hurry|big fan)\b/i.test(
        role,
      ) || !ROLE.test(role)
        ? null
        : fact('role', `Is ${aboutThem(role)}`, 0.8),
  ),
  rule(
    `${WE}(?:'ve| have)? ${OFTEN}(sold|left|closed|quit|gave up) ((?:my|our|the) (?:company|business|firm|agency|shop|bakery|practice|job|startup|studio|team|role).{0,60})`,
    ([, verb = '', what = '']) =>
      fact(/job|role/i.test(what) ? 'work' : 'business', `${verbOf(verb)} ${aboutThem(what)}`, 0.8),
  ),
  rule(`${WE} (?:no longer|used to) (run|own|work|lead|manage|have|sell)\\b (.{2,100})`, (match) => {
    const [whole, verb = '', what = ''] = match;
    return fact(
      SUBJECT_OF[verb.toLowerCase()] ?? 'business',
      /used to/i.test(whole)
        ? `Used to ${verb} ${aboutThem(what)}`
        : `No longer ${verbOf(verb).toLowerCase()} ${aboutThem(what)}`,
      0.7,
    );
  }),
  ...OPEN_RULES,
  // What they do. After the others, whose words begin alike.
  ...DOING.map(([verbs, subject, importance]) =>
    rule(`${WE} ${OFTEN}(${verbs}) (.{3,140})`, ([, verb = '', what = '']) =>
      isVague(what) || (subject === 'business' && !new RegExp(`^${BUSINESS}|^\\p{Lu}`, 'u').test(what))
        ? null
        : fact(subject === 'tools' ? about('tools', what) : subject, `${verbOf(verb)} ${aboutThem(what)}`, importance),
    ),
  ),
  rule(
    `${WE} have ((?:an? |my own |our own |two |three |four )(?:\\p{L}+ ){0,3}?(?:kids?|child(?:ren)?|sons?|daughters?|dogs?|cats?|company|business|agency|shop|bakery|restaurant|practice|team)\\b.{0,80})`,
    ([, what = '']) =>
      /kid|child|son|daughter|dog|cat/i.test(what)
        ? fact('family', `Has ${aboutThem(what)}`, 0.5)
        : fact('business', `Has ${aboutThem(what)}`, 0.8),
  ),
];

const ROLE =
  /\b(?:founder|ceo|coo|cto|cfo|cmo|owner|director|head|vp|president|manager|partner|lead|consultant|freelancer|developer|designer|engineer|assistant|student|journalist|recruiter|lawyer|doctor|dentist|teacher|professor|producer|architect|accountant|principal|administrator|coordinator|coach|photographer|nurse|chef|baker|writer|researcher|analyst|scientist|entrepreneur|parent|mother|father|mum|mom|dad|chair\w*|executive|officer|supervisor|buyer|artist|musician|farmer|electrician|plumber|carpenter|builder)\b/i;
const SUBJECT_OF: Record<string, string> = { work: 'work', lead: 'role', manage: 'role', sell: 'trade' };

/** The capital words of a name; the first word alone where people write small. */
function called(name: string): Found | null {
  const words = name.trim().split(' ');
  const capitals = words.findIndex((word) => !/^\p{Lu}/u.test(word));
  const kept = words.slice(0, capitals < 0 ? words.length : Math.max(1, capitals)).join(' ');
  const none = /^(?:back|later|when|whenever|tomorrow|today|in|on|at|after|before|by|if|any|not)\b/i;
  return none.test(kept) || NO_NAME.test(kept) || !/^\p{L}/u.test(kept)
    ? null
    : fact('name', `Is called ${capital(kept)}`, 0.9);
}

/** A sum without what is told behind it. */
const budget = (sum: string) =>
  fact(
    'budget',
    `Their budget is ${aboutThem(sum.split(/, (?!\d)| (?:for|and|but|which|that|if|when|as|in|by)\b(?! ?[€$£\d])/)[0] ?? '')}`,
    0.75,
  );
