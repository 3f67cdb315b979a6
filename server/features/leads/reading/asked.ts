import { fold } from '../../../platform/text/words.ts';

/** What the agent's line before a visitor's asked for. */
export type Slot = 'name' | 'contact' | 'company' | 'role' | 'budget' | 'timeline' | 'trouble';

const ASKS: Record<Slot, RegExp> = {
  name: /\bname\s*\?|\b(?:your name|what(?:'s| is) (?:the|your) name|may i ask (?:who|your name)|who (?:are you|am i|should|shall|do i|may i|is (?:this|asking|speaking|it))|whom|and you are|who(?:m)? (?:shall|should|does|may|do)|leave me a name|whose name|under (?:what|which) name|name(?:s)? (?:please|for)|who signs|who offers|who would|speaking with|how (?:shall|should|may) i (?:call|address) you)\b/,
  contact:
    /\b(?:reach (?:you|him|her|them)|contact you|write (?:to )?(?:you|where)|e-?mail|mail|address|where (?:can|may|shall|should|does|is|might) (?:she|he|i|we|the|an|it|\w+) (?:\w+ )?(?:write|send|go|reach)|telephone|phone|number|call you|whom (?:shall|does|should|is)|how (?:may|can|should|shall|does|do) (?:she|he|\w+) (?:reach|contact|call|answer|confirm|write|get|find)|where (?:should|shall|can|to|is|does) (?:she|he|the|it|this)|who (?:gets|receives)|contract should go)\b/,
  company:
    /\b(?:(?:what|which) (?:is )?(?:the |your )?(?:company|firm|organi[sz]ation|shop|school|house|clinic|business|bank|place|institution|hospital)|which \w+\?|for whom|on whose behalf|for which|what(?:'s| is) (?:the|your) (?:company|shop|firm|\w+) called|where (?:is it|are you|do you work|would she go)|what kind of (?:organi[sz]ation|company)|what do you (?:sell|make|do)|tell me (?:a little )?about the house|bottleneck of|of what)\b/,
  role: /\b(?:your (?:role|part|position|place|job|title|seat)|what (?:do you do|is your part)|and you(?: are|r)?\b|who (?:are you|decides|signs|would sponsor)|how do you fit)\b/,
  budget:
    /\b(?:budget|money|means|sum|afford|spend|fee|price range|ceiling|financ\w+|funds?|how much (?:is|have|do|can|would)|cost(?:s)?|funding|pays?|figure|set (?:money|something|anything) aside|put aside)\b/,
  timeline:
    /\b(?:when|by when|date|deadline|timeline|how soon|what day|which (?:day|week|month)|start|begin|by what time|day (?:in mind|would suit)|a season|has it a day|until when)\b/,
  trouble:
    /\b(?:what (?:hurts|happens|waits|sticks|stops|is (?:the matter|it about|stuck|on your mind|the trouble|wrong)|brings you|made you|would (?:help|you hope|you like to be rid)|troubles?|waited|was the last|seems|has been tried|goes wrong|needs)|what(?:'s| is) (?:the )?(?:problem|matter|trouble|issue)|where does it hurt|how (?:does|do) (?:it|that) (?:show|feel)|which (?:came|decisions?|of)|what would you (?:like|hand|want)|for example|an example|how long|how many|who (?:decides|waits|asks|is calling)|what do they ask|begin wherever)\b/,
};
const SLOTS = Object.keys(ASKS) as Slot[];

/** Characters of the agent's line that are read, from its end: a question stands there. */
const ASKED_CHARS = 240;

/** What the agent asked for; empty when there was no question. */
export function askedIn(before: string | null): Set<Slot> {
  if (!before) return new Set();
  const folded = fold(before.slice(-ASKED_CHARS));
  return new Set(SLOTS.filter((slot) => ASKS[slot].test(folded)));
}
