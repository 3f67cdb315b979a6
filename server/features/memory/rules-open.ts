/** How people tell what they like, what they are going to do and what is open; one rule a way. */
import { about, type Found, isVague, OFTEN, type Rule, rule, thread, WE } from './rule.ts';
import { aboutThem, verbOf } from './third-person.ts';

/** A question about the call, the page or the way to the consultant is answered or not: it opens nothing of theirs. */
const ABOUT_THE_TALK =
  /^(?:change|move|shift|cancel|reschedule|postpone|book|reach|contact|call|phone|write|e-?mail|pay (?:you|her|for)|(?:get )?start(?:ed)?\W*$|begin\W*$|proceed|sign up|hire (?:you|her|him|them)|work with (?:you|her)|delete|erase|turn|switch|stop (?:this|the)|talk (?:to|with) (?:you|her|a|the|someone)|speak (?:to|with)|find (?:you|her)|get in touch|know (?:that|if|you|whether))\b/i;

export const OPEN_RULES: Rule[] = [
  // How they like it.
  rule(`${WE}(?:'d| would)? ${OFTEN}(?:prefer|rather have) (.{3,120})`, ([, what = '']) =>
    preference(`Prefers ${aboutThem(what.replace(/^to be /i, 'being '))}`, what, 0.75),
  ),
  rule(`${WE}(?:'d| would) rather (not )?(.{3,120})`, ([, not, what = '']) =>
    preference(`Would rather ${not ? 'not ' : ''}${aboutThem(what)}`, what, 0.75),
  ),
  rule(
    `${WE} (?:really )?(don't like|do not like|don't want|do not want|can't stand|hate|dislike) (.{3,120})`,
    ([, verb = '', what = '']) =>
      isVague(what)
        ? null
        : preference(
            `${/like$/i.test(verb) && /n/i.test(verb) ? 'Does not like' : /want/i.test(verb) ? 'Does not want' : /stand/i.test(verb) ? 'Cannot stand' : verbOf(verb)} ${aboutThem(what)}`,
            what,
            0.65,
          ),
  ),
  rule(
    `${WE} ${OFTEN}(like|love|enjoy) (?!to know|to hear|to ask|the idea|your|you|it|that|['“"])(.{3,100})`,
    ([, verb = '', what = '']) => (isVague(what) ? null : preference(`${verbOf(verb)} ${aboutThem(what)}`, what, 0.55)),
  ),
  rule(
    `(?:please )?(?:keep (?:it|this|your answers|answers|things) (?:short|brief|simple|plain|concrete|practical)|(?:no|without|spare me the|skip the) (?:jargon|buzzwords|lists|small talk|sales pitch|emails|calls)|be (?:direct|brief|blunt|honest|concrete)|speak (?:slowly|plainly)|(?:don't|do not|never|only|always) (?:call|phone|email|mail|text|message|write to|contact) (?:me|us)\\b.{0,60}|(?:call|phone|email|write to|text) (?:me|us) (?:only|in the|after|before|on) .{3,60})`,
    (match) => preference(`Asked: “${match[0]}”`, match[0], 0.8),
  ),
  // Who said they would do what.
  rule(
    `${WE}(?:'ll| will| am going to|'m going to|'re going to) ${OFTEN}((?:send|write|email|mail|call|phone|share|bring|prepare|forward|get back|come back|let you|think|talk|speak|check|ask|discuss|try|read|book|look|pay|sign|introduce|draft|test)\\b.{2,120})`,
    ([, what = '']) => ({
      kind: 'promise',
      subject: about('promise', what),
      text: `Said they would ${aboutThem(what)}`,
      importance: 0.7,
    }),
  ),
  // What is open.
  rule(
    `(?:how|where) (?:do|can|could|should|would) (?:i|we|one) (.{5,140})`,
    (match) =>
      ABOUT_THE_TALK.test(match[1] ?? '')
        ? null
        : thread(
            `Asked ${match[0].split(' ')[0]?.toLowerCase()} to ${aboutThem(match[1] ?? '')}`,
            match[1] ?? '',
            0.55,
          ),
    true,
  ),
  rule(
    `should (?:i|we) (.{5,140})`,
    ([, what = '']) => thread(`Asked whether to ${aboutThem(what)}`, what, 0.55),
    true,
  ),
  rule(
    `(?:how much (?:is|does|do|would|are)|what (?:does|do|would)) ((?:(?! and | do | does ).){3,60}?) (?:cost|costs)\\b`,
    ([, what = '']) => (isVague(what) ? null : thread(`Asked what ${aboutThem(what)} costs`, what, 0.55)),
    true,
  ),
  rule(
    `${WE}(?:'m|'re| am| are) ${OFTEN}(trying|looking|planning|thinking|struggling|hoping|considering|deciding|wondering) (.{4,140})`,
    ([, verb = '', what = '']) =>
      isVague(what) ? null : thread(`Is ${verb.toLowerCase()} ${aboutThem(what)}`, what, 0.75),
  ),
  rule(
    `${WE} ${OFTEN}(want|need|would like|'d like) (to .{4,140}|(?:an? |some |more |help |someone|somebody).{4,140})`,
    ([, , what = '']) => wish(what),
  ),
  rule(`${WE}'d (?:like|love) (to .{4,140})`, ([, what = '']) => wish(what)),
  rule(
    `(?:my|our) (?:biggest |main |real |first |current )?(?:problem|challenge|issue|worry|trouble|bottleneck|question|goal|aim|plan)(?: is|'s) (?:that |to )?(.{5,140})`,
    (match) => {
      const what = match[1] ?? '';
      const goal = /\b(?:goal|aim|plan)\b/i.test(match[0]);
      return thread(
        goal
          ? `Wants ${/ to /i.test(match[0].slice(0, -what.length)) ? 'to ' : ''}${aboutThem(what)}`
          : `Struggles with this: ${aboutThem(what)}`,
        what,
        0.75,
      );
    },
  ),
  rule(`${WE} ${OFTEN}(?:struggle|fight|battle) with (.{4,140})`, ([, what = '']) =>
    thread(`Struggles with ${aboutThem(what)}`, what, 0.75),
  ),
];

/** What kind of liking it is: ways to be reached, ways to be spoken to, or one thing among many. */
function preference(text: string, what: string, importance: number): Found {
  const subject =
    /\b(?:call|phone|email|e-mail|mail|text|message|contact|video|zoom|morning|afternoon|evening)s?\b|\b(?:called|written to)\b/i.test(
      what,
    )
      ? 'likes:contact'
      : /\b(?:short|brief|jargon|buzzwords|direct|blunt|simple|plain|concrete|practical|lists|slowly|plainly|detail(?:ed|s)?)\b/i.test(
            what,
          )
        ? 'likes:style'
        : about('likes', what);
  return { kind: 'preference', subject, text, importance };
}

/** 'I want to ask something' opens nothing. */
function wish(what: string): Found | null {
  if (isVague(what) || /^to (?:ask|know if|say|tell|see if|be honest|be clear|hear|thank)\b/i.test(what)) return null;
  return thread(`Wants ${aboutThem(what)}`, what, 0.7);
}
