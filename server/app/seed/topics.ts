/** Topics of conversations, as titles of passages, by words that visitors say. */
const TOPICS: readonly [title: string, sign: RegExp][] = [
  ['Decisions that wait for one person', /\b(?:decid|decision|approv|sign.?off|bottleneck|waits? for)/i],
  ['Prices', /\b(?:price|cost|budget|fee|rate|quote|afford)/i],
  ['Working with a team', /\b(?:team|staff|people|employees|crew)\b/i],
  ['Workshops', /\b(?:workshop|training|offsite|course)/i],
  ['The first call', /\b(?:call|meeting|talk to|appointment|book)\b/i],
  ['Growth without chaos', /\b(?:grow|scal|hiring|doubled)/i],
  ['Projects that are late', /\b(?:late|deadline|overdue|delay)/i],
  ['AI in daily work', /\b(?:ai|automat|chatbot|gpt)\b/i],
  ['Talks and conferences', /\b(?:keynote|conference|speaker|panel)\b/i],
  ['Handing over a company', /\b(?:successor|succession|retire|hand(?:ing)? over)/i],
  ['How it works', /\b(?:how do you|method|process|approach|works?\b)/i],
];
const MAX_TOPICS = 3;

/** Topics of a conversation by the visitor's words, the most general last. */
export function topicsOf(words: string): string[] {
  return TOPICS.filter(([, sign]) => sign.test(words))
    .map(([title]) => title)
    .slice(0, MAX_TOPICS);
}
