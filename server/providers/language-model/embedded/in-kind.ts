/** Somebody who offers something or looks for work: answered in kind, and asked nothing that one asks a client. */
import { fold } from '../../../platform/text/words.ts';
import type { Act } from './acts.ts';
import { AS_FOR_OFFERS, AS_FOR_WORK, OFFERS_THERE, WITH_THE_OFFER, WORK_THERE } from './case-lines.ts';
import { type Draft, opening, say } from './draft.ts';
import { REFER } from './phrases.ts';
import type { Scene } from './scene.ts';
import { type Caller, callerIn } from './signs-callers.ts';
import { paragraphsOf } from './text.ts';

/** How the files are searched for each kind, and by which words the paragraph is known. */
const SOUGHT: Record<Caller, { query: string; speaks: RegExp }> = {
  vendor: {
    query: 'vendor, we offer services to consultants, partnership',
    speaks: /\b(?:vendors?|suppliers?|partners?|partnerships?)\b/i,
  },
  work: {
    query: 'are you hiring, do you have jobs or internships',
    speaks: /\b(?:hiring|jobs?|vacanc\w+|internships?|interns?)\b/i,
  },
};

/** What the files say to it. */
function fromTheFiles(scene: Scene, kind: Caller): { text: string; id: string } | null {
  const { query, speaks } = SOUGHT[kind];
  for (const { passage } of scene.cast.find(query, 1)) {
    const text = paragraphsOf(passage).find((one) => speaks.test(one) && !scene.said.has(opening(one)));
    if (text) return { text, id: passage.id };
  }
  return null;
}

/** What a client asks to buy, and a vendor to sell. */
const OF_A_SALE = new Set<Act>(['price', 'book', 'call_wish', 'human', 'commitment', 'advise', 'help', 'can_help']);

const OF_THE_DEAL =
  /\b(?:budgets?|cheap\w*|expensive|discounts?|calls?|demos?|meetings?|trials?|appointments?|interested|begins?|get started|decides?)\b/;

/** Whether they have come with an offer: then money, a beginning and a call are those of that offer. */
const offeredBefore = ({ visitorLines }: Scene): boolean =>
  visitorLines.some((line) => callerIn(fold(line)) === 'vendor');

function goesWithTheOffer(scene: Scene): Draft {
  return { parts: [null, say(scene, WITH_THE_OFFER) ?? say(scene, OFFERS_THERE) ?? say(scene, REFER)], knowledge: [] };
}

/** Answers an offer or an application; null when the message makes none. */
export function inKind(scene: Scene, act: Act, text: string): Draft | null {
  const kind = callerIn(text);
  if (!kind)
    return (OF_A_SALE.has(act) || OF_THE_DEAL.test(text)) && offeredBefore(scene) ? goesWithTheOffer(scene) : null;
  const told = fromTheFiles(scene, kind);
  const before = scene.visitorLines.some((line) => callerIn(fold(line)) === kind);
  const first = before ? null : say(scene, kind === 'vendor' ? AS_FOR_OFFERS : AS_FOR_WORK);
  const way = before ? WITH_THE_OFFER : kind === 'vendor' ? OFFERS_THERE : WORK_THERE;
  return { parts: [null, first, told?.text ?? null, say(scene, way)], knowledge: told ? [told.id] : [] };
}
