/** The trade of a visitor's company, as they name it, and what the notes have on it. */
import type { KnowledgePassage } from '@understudy/contract/twin';
import { SPOKEN_NUMBER } from '../../../platform/text/number-words.ts';
import { contentWords, fold } from '../../../platform/text/words.ts';
import type { Cast } from './cast.ts';

/** What a company may be called; the word before it, or it itself, tells the trade. */
const KIND =
  '(?:company|companies|firms?|business(?:es)?|agency|agencies|practices?|studios?|shops?|offices?|school|clinics?|hospital|chambers|group|startup|start-up|manufacturer|maker|producer|publisher|charity|nonprofit|non-profit|foundation|cooperative|university)';
/** Trades that have a word of their own. */
const OWN_WORD =
  '(?:bakery|bakeries|brewery|winery|butchery|carpentry|joinery|restaurants?|hotels?|cafes?|pharmacy|pharmacies|farm|nursery|kindergarten|museum|theatre|orchestra|church|bank|garage|gym|salon|library|laboratory|lab|consultancy|brokerage|dealership|factory|plant|warehouse|wholesaler|retailer|supermarket|printer|printworks|shipyard|airline|law ?firm|web ?shop|start-?up|estate agency|tax office|care home|call cent(?:er|re)|e-?commerce|logistics|construction|accounting|insurance|healthcare|hospitality|catering|retail|manufacturing|publishing|engineering|architecture|plumbing|roofing|landscaping|agriculture|real estate|education|transport|dentistry|tourism)';
const ADJECTIVES =
  '(?:(?!(?:an?|the|and|or|for|with|in|of|to|on|at|by|from|is|are|was|my|our|your|her|his|their|this|that|these|those|like|about|any|anything|something|other|what|how|who|same|which|into|do|does|good|best|nice|know)\\b)[\\p{L}\\d-]+ ){0,3}';
const NOUN = `(?:${ADJECTIVES}${OWN_WORD}(?: ${KIND})?|${ADJECTIVES.replace('{0,3}', '{1,3}')}${KIND})`;
/** 'We run a bakery', 'I am the owner of a roofing firm', 'does this work for a law firm', 'do you know dental practices'. */
const TRADES = [
  new RegExp(
    `\\b(?:i|we)(?: both| also| still| now)?(?:'re|'m| are| am)? ?(?:run|own|have|lead|manage|head|started|founded|at|in|with|work (?:at|in|for)|from|an?|the (?:owners?|founders?|director|cfo|ceo|coo|head|manager) of)? ?(?:an? |the |our |my |two |three |four |some )?(${NOUN})`,
    'u',
  ),
  new RegExp(`\\b(?:for|in|at|of|to|with|from|my|our) (?:an? |my |our |the )?(${NOUN})`, 'u'),
  new RegExp(`\\b(?:know|understand|worked with|work with|experience (?:with|in)) (?!an? )(?:any )?(${NOUN})`, 'u'),
];
/** Sizes and praise are no trade. */
const NO_TRADE =
  /^(?:(?:small|big|large|growing|tiny|little|old|young|new|good|great|own|whole|normal|typical|other|family|local|medium|mid|remote|similar|real|single|different|larger|smaller|person|people|typical|such|said|main|nine|ten|\w+(?:teen|ty|hundred))[- ]?)*(?:company|companies|firms?|business(?:es)?|shops?|offices?|group|startup|start-up|practices?|clinics?|plant)$/;
/** Words before a trade that belong to its size. */
const SIZES = new RegExp(
  `^(?:(?:small|big|large|growing|tiny|little|old|young|new|own|\\d+|\\d*-?(?:person|people|strong|man)|${SPOKEN_NUMBER}|family|local|mid-?sized|medium-?sized|remote|run|have|lead|own) )+`,
);

/**
 * The trade that a line names, in its own words and in lower case; null when it names none.
 *
 * @param own only what may be the visitor's own
 */
export function tradeIn(line: string, own = false): string | null {
  const text = fold(line).replace(/\s+/g, ' ');
  for (const pattern of own ? TRADES.slice(0, 2) : TRADES) {
    const named = pattern.exec(text)?.[1]?.replace(SIZES, '').trim();
    if (named && !NO_TRADE.test(named)) return named;
  }
  return null;
}

const article = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a');

/** 'a bakery', 'dental practices', 'construction': the trade as a noun within a sentence. */
export function tradeNoun(trade: string): string {
  const last = trade.split(' ').at(-1) ?? trade;
  const mass =
    /^(?:logistics|construction|accounting|insurance|healthcare|hospitality|catering|retail|manufacturing|publishing|engineering|architecture|plumbing|roofing|landscaping|agriculture|estate|education|transport|dentistry|tourism|e-?commerce)$/;
  return mass.test(last) || (last.endsWith('s') && !/(?:ss|us|works)$/.test(last))
    ? trade
    : `${article(trade)} ${trade}`;
}

/** Passages that tell of companies. */
const OF_COMPANIES = new Set(['story', 'fit']);
/** Words that most trades share. */
const SHARED = new Set(
  contentWords('company firm business agency practice studio shop office group family industry service'),
);

const PROFESSIONS =
  /\b(?:(?:worked|works?|experience|dealt|deal|done (?:this|it|that)) (?:with|for) (?:any |other )?|do(?:es)? (?:you|she|her) know (?:any |about )?)((?:[\p{L}-]+ )?\p{L}{3,}s)\W*$/u;
const NOT_PROFESSIONS =
  /\b(?:us|others|this|companies|clients|people|teams|founders|firms|businesses|owners|ours|cases|problems|situations|customers|startups)$/;

/** The people or places at the end of 'have you worked with architects'; null when there are none. */
export function professionIn(folded: string): string | null {
  const named = PROFESSIONS.exec(folded)?.[1]?.trim();
  return named && !NOT_PROFESSIONS.test(named) && !/^(?:like|such|of|the|my|our|your) /.test(named) ? named : null;
}

/** What the notes have on a trade: the story or the list of clients that names it; null when none does. */
export function onTrade(cast: Cast, trade: string): KnowledgePassage | null {
  const words = contentWords(trade);
  const particular = words.filter((word) => !SHARED.has(word));
  const sought = particular.length > 0 ? particular : words;
  if (sought.length === 0) return null;
  const names = ({ text, title, asked, tags }: KnowledgePassage) => {
    if (!tags.some((tag) => OF_COMPANIES.has(tag)) || tags.includes('background')) return false;
    const spoken = new Set(contentWords([title, text, tags.includes('story') ? asked.join(' ') : ''].join(' ')));
    return sought.every((word) => spoken.has(word));
  };
  const found = cast.twin.knowledge.filter(names);
  return found.find(({ tags }) => tags.includes('story')) ?? found[0] ?? null;
}
