import { fold } from '../../../platform/text/words.ts';
import type { Token } from '../reading/tokens.ts';
import type { Found } from './found.ts';
import { saidAddresses } from './spoken-email.ts';

const WRITTEN = /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/giu;
/** More addresses than anybody has: a list, of which none is believed. */
const LIST_FROM = 5;

/** Said right before an address that is not the visitor's, or not any more. */
const NOT_MINE_BEFORE =
  /(?:\b(?!(?:it|that|here|there|who|what|let|name|mine|mail|e-?mail|address)'s)\p{L}+'s(?: own)?(?: (?:e-?mail|mail|address|one|inbox))?(?: is| at)?:?|\b(?:his|her|their)(?: own)?(?: (?:e-?mail|mail|address|one|inbox))?(?: (?:is|at|would be))?:?|\bcc:?|\bcopy(?: in)?|\bcc'?ing|\b(?:not|never)(?: (?:at|to|on|use|write|via|the))*|\b(?:instead of|rather than|unlike|except|ignore|forget|delete|remove|unsubscribe)(?: the)?|\bold (?:one|address|e-?mail|mail)(?: (?:is|was))?:?|\b(?:used to be|formerly|previously|was once|earlier)(?: at)?|\b(?:my|the|our) (?:address|e-?mail|mail|one)?(?: at \w+)? ?(?:was|used to be)|\bdon'?t (?:use|write|mail|send|e-?mail)(?: \w+){0,3}|\bno longer(?: at| on)?|\b(?:invoices?|bills?) (?:to|go(?:es)? to)|\b(?:ask|meet|know|with|told|tells?|call|colleague|friend|boss|her|him|from) \p{Lu}?\p{L}+,? (?:at|on|under)?|\b(?:has|have|got) a contact\b.{0,40}|\b(?:my|our|the|his|her) (?:ea|pa|(?:executive )?assistant|secretary|colleague|boss|chief|deputy|bookkeeper|accountant|husband|wife|brother|sister|son|daughter|manager|director|partner|lawyer|intern|office)(?: \p{L}+)?(?:'s)?(?: is)?)\s*[(:,]?\s*$/iu;
/** Said right after it. */
const NOT_MINE_AFTER =
  /^["')\]]{0,3}(?:(?:[.,;]? ?(?:which|that one|this one|it|that)|,)? ?(?:is|was|'s|,|\() ?(?:my|the|his|her|our|their) (?:old|former|previous|boss|colleague|cousin|brother|sister|husband|wife|friend|secretary|assistant|general|shared)|[ ,]{1,2}(?:no longer|ignore that|bounces|dead\b|outdated|expired|not (?:any ?more|mine|in use))|[ ,.;]{1,3}(?:that one|this one|it) (?:goes to|is dead|is closed|bounces)|[ ,]{1,2}(?:but )?that(?:'s| is)? (?:closed|dead|gone|old|his|hers|my (?:old|boss|brother|sister|cousin|husband|wife))|[ ,]{1,2}because that(?:'s| is) (?:him|her|them)|[ ,]{1,2}but (?:he|she)(?:'s| is) on leave|[ ,]{1,2}(?:is|was) (?:his|hers|theirs)\b)/i;
/** Said before it when it is the visitor's own beyond doubt. */
const MINE =
  /\b(?:me|mine|my(?: own| new| work| private| personal| direct)?(?: e-?mail| mail| address| one)?|now(?: it'?s| it is)?|i'?m|use|best)\s*(?:is|at|on|under|:|=|it'?s)?\s*[:,(]?\s*$/i;
/** An address somewhere before it belongs to a third person. */
const THIRD_BEFORE =
  /\b(?:my|a|our|his|her|another) (?:\w+ )?(?:friend|cousin|colleague|brother|sister|uncle|aunt|husband|wife|nephew|niece|boss|neighbou?r)\b(?!.*\b(?:me|mine|my (?:own |e-?mail|mail|address)|i'?m|i am)\b)/i;

/** 'She is Dana Whitfield, dana@...': introduced, and so somebody else. */
const INTRODUCED = /^\W*(?:[Ss]he|[Hh]e)(?:'s| is)(?: called| named)? \p{Lu}\p{L}/u;

interface Heard {
  address: string;
  from: number;
  to: number;
}

function addressesIn(text: string, tokens: readonly Token[]): Heard[] {
  const heard: Heard[] = [];
  if (text.includes('@')) {
    for (const match of text.matchAll(WRITTEN)) {
      const address = match[0].toLowerCase().replace(/[.'-]+$/, '');
      if (/\.[\p{L}]{2,}$/u.test(address)) heard.push({ address, from: match.index, to: match.index + address.length });
    }
  }
  if (/\b(?:dot|punkt|point|punto|punt)\b|\bat\b[^.]{0,40}\.\p{L}{2}/iu.test(text)) {
    for (const said of saidAddresses(tokens)) {
      if (!heard.some(({ from, to }) => said.from < to && from < said.to)) heard.push(said);
    }
  }
  return heard.sort((one, other) => one.from - other.from);
}

const WINDOW = 70;

/**
 * The visitor's own address in a line, the last that they stated; null when there is none. Not somebody else's, not an
 * outdated one, not the agent's, and not one of a list.
 *
 * @param agents addresses that the agent told
 * @returns the address, and whose else stood in the line
 */
export function emailIn(
  text: string,
  tokens: readonly Token[],
  agents: readonly string[],
): { own: Found | null; others: Heard[] } {
  const heard = addressesIn(text, tokens);
  const many = new Set(heard.map(({ address }) => address)).size >= LIST_FROM;
  let own: Found | null = null;
  const others: Heard[] = [];
  let previous = 0;
  for (const one of heard) {
    const before = text.slice(Math.max(previous, one.from - WINDOW), one.from);
    const after = text.slice(one.to, one.to + WINDOW);
    const sentence = before.slice(Math.max(before.lastIndexOf('. '), before.lastIndexOf('? ')) + 1);
    const mine = MINE.test(before);
    const foreign =
      agents.includes(one.address) ||
      NOT_MINE_AFTER.test(after) ||
      (!mine && (NOT_MINE_BEFORE.test(sentence) || INTRODUCED.test(sentence) || THIRD_BEFORE.test(fold(sentence)))) ||
      (many && !mine);
    if (foreign) others.push(one);
    else own = { value: one.address, from: one.from, to: one.to, strength: mine ? 3 : 2 };
    previous = one.to;
  }
  return { own, others };
}
