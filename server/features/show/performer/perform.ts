import type { ShowBeat } from '@understudy/contract/constants';
import type { SentenceVector } from '../../../providers/embedder/encoder/sentence-encoder.ts';
import type { DemoHit } from '../demos.ts';
import { questionOf } from '../engine/question.ts';
import type { PerformOrder } from '../engine/show-events.ts';
import type { ShowLibrary } from '../library.ts';
import { debateLines, gameText } from './game-lines.ts';
import { NOTHING_OF_SHOW, type Performance, type PlainReply, Scene, withoutQuestion } from './scene.ts';
import { filled } from './written-lines.ts';
import { hasJustToldBit, hintedBit, situationOf } from './written-replies.ts';

export { NOTHING_OF_SHOW, type Performance, type PlainReply } from './scene.ts';

/** Nearness from which a demo's reply is the answer to the visitor's words. */
const DEMO_SPOKEN = 0.72;
/** Nearness from which a reply is about what was told rather than an answer to the twin's question. */
const REPLY_OVER_ANSWER = 0.75;
/** Nearness from which a piece is about what the visitor told. */
const BIT_ABOUT = 0.6;
/** What the audience does without saying anything. */
const REACTIONS: ReadonlySet<ShowBeat> = new Set(['laughed', 'heckled', 'complimented', 'interrupted', 'silence']);

/** What of an order a performance has carried out; the rest is for the next one. */
export const carriedOut = ({ hint, segueFrom }: PerformOrder, { saysHint, saysSegue }: Performance) => ({
  hint: saysHint ? hint : null,
  segueFrom: saysSegue ? segueFrom : null,
});

/** A reply, if the rule is for this scene; null leaves it to the rules after it. */
type Rule = (scene: Scene) => Performance | null;

/** At serious words, and a little after them, the plain reply, if anything in it is due; else a sober word. */
const soberReply: Rule = (scene) => {
  const { order, plain } = scene;
  if (!order.isSerious) return null;
  const hasAnswer = plain.knowledge.length > 0 && !scene.isUnsure;
  const isPlain = order.isClosing || hasAnswer || plain.moves.includes('said');
  if (isPlain) return { ...NOTHING_OF_SHOW, text: plain.text };
  return scene.saysOnly([scene.followup('sober')]);
};

const lastWords: Rule = (scene) => {
  const { order, library, lines } = scene;
  return order.isClosing ? scene.saysOnly([lines.pick(library.material.closers[order.mode])]) : null;
};

const game: Rule = (scene) => (scene.order.game ? scene.says([gameText(scene.order.game, scene.library)]) : null);

const debate: Rule = (scene) =>
  scene.order.debate ? scene.says(debateLines(scene.order.debate, scene.library, scene.lines)) : null;

/** A demo whose cue the visitor's line is. */
const demo: Rule = (scene) => {
  const { demo: hit, order } = scene;
  if (!hit || hit.semantic < DEMO_SPOKEN || scene.isDue || scene.isAnswered || order.wants) return null;
  return scene.says([hit.script.exchange.reply], { demos: [hit.script.id] });
};

/** Something that the twin has said itself, and of which nothing more is written. */
const ownWords: Rule = (scene) => {
  const { puzzled, asksBack, isLead } = scene.order;
  if (isLead || scene.isAnswered || scene.order.surelyBusiness) return null;
  if (puzzled) return scene.says([scene.followup('puzzled')]);
  return asksBack && scene.nearest === null ? scene.says([scene.followup('own')]) : null;
};

/** What somebody asked of the consultant's work, told of theirs, or has to be told. */
const plainAnswer: Rule = (scene) => {
  const { order, plain } = scene;
  const offersTopics = order.surelyBusiness && scene.isUnsure;
  // 'The theatre, then.'
  const isChosen = order.choosesTopic && plain.knowledge.length > 0 && !scene.isUnsure;
  if (scene.isBack || !(scene.isAnswered || offersTopics || isChosen || scene.isDue || order.isLead)) return null;
  // In a show the answer stands without the question that would tell more about a lead.
  const answer = scene.isDue || order.isLead ? plain.text : withoutQuestion(plain.text);
  if (order.callback?.isOrdered) return scene.saysOnly([scene.callbackLine(), answer], { callback: order.callback.id });
  return order.asksBusiness ? scene.saysOnly([answer], { offersTopics }) : scene.says([answer]);
};

/** A visitor who begins by telling something is answered after the opening. */
const opening: Rule = (scene) => (scene.isOpening && !scene.order.tells ? scene.says([]) : null);

const orderedCallback: Rule = (scene) => (scene.order.callback?.isOrdered ? scene.callsBack([]) : null);

const hint: Rule = (scene) => {
  const { order, library, lines } = scene;
  const piece = order.hint === null ? null : hintedBit(order.hint, library, lines);
  return piece === null ? null : scene.says([scene.beat(), piece], { saysHint: true });
};

const wantedPiece: Rule = (scene) => (scene.order.wants ? scene.says([scene.piece(null) ?? scene.question()]) : null);

const complaint: Rule = (scene) => {
  const { complained, echo } = scene.order;
  if (!complained) return null;
  return scene.saysOnly([
    filled(echo && scene.followup('corrected'), 'setup', echo ?? '') ?? scene.followup('complained'),
  ]);
};

const objection: Rule = (scene) =>
  scene.order.beat === 'disagreed' ? scene.says([scene.beat(), scene.followup('disagreed')]) : null;

/** What was said to the twin's question, unless it is plainly about something else. */
const answerToQuestion: Rule = (scene) => {
  const { order, lines } = scene;
  // A laugh, a compliment or a silence after a question answers nothing, unless something is told with it.
  const isReaction = order.echo === null && order.beat !== null && REACTIONS.has(order.beat);
  const answer =
    order.question === null || order.asked || isReaction ? undefined : scene.library.answers.get(order.question);
  if (!answer || (scene.nearest?.near ?? 0) >= REPLY_OVER_ANSWER) return null;
  // 'No, I hide it in the flour bin' is an answer.
  const isDeclined = order.declines && order.echo === null && answer.declined.length > 0;
  const said = isDeclined ? lines.pick(answer.declined) : lines.pickAbout(answer.answered);
  const isOpenEnded = !isDeclined && questionOf(said ?? '') === null;
  return order.callback && isOpenEnded ? scene.callsBack([said]) : scene.says([said, scene.questionAfter(said)]);
};

/** A written reply to what was told or asked. */
const writtenReply: Rule = (scene) => (scene.nearest ? scene.says([scene.lines.pickAbout(scene.nearest.say)]) : null);

/** A question that was not taken for one about the work, but has its answer there, or else has none. */
const otherQuestion: Rule = (scene) => {
  const { order, plain } = scene;
  if (!order.asked || scene.isBack) return null;
  if (plain.knowledge.length > 0 && !scene.isUnsure) return scene.says([withoutQuestion(plain.text)]);
  if (order.offersChoice) return scene.says([scene.followup('choice')]);
  // Asked back twice in a row, it would be no answer at all.
  const piece = scene.hasJustTold('asked') ? scene.piece(null) : null;
  return scene.says(piece === null ? [scene.followup('asked')] : [scene.followup('passed'), piece]);
};

/** What was told, for which nothing is written: a piece about it, its kind of situation, or an echo. */
const toldSomething: Rule = (scene) => {
  const { order, library, vector, lines } = scene;
  if (!scene.tells) return null;
  const wasAsked = order.question !== null;
  const about = wasAsked ? null : scene.piece(BIT_ABOUT);
  if (about !== null) return scene.says([about]);
  const situation = situationOf(library, vector);
  if (situation) return scene.says([order.beat === 'told' ? null : scene.beat(), lines.pickAbout(situation.say)]);
  if (order.echo !== null) return scene.says([filled(lines.pick(library.material.echoes), 'setup', order.echo)]);
  // An answer is taken as one; after it, every other time, the host asks the next thing.
  if (wasAsked) return scene.says([scene.beat() ?? scene.followup('answered'), order.asks ? scene.question() : null]);
  if (order.callback) return scene.callsBack([scene.beat()]);
  // A debate takes the other side.
  const kind = order.mode === 'debate' || order.mode === 'philosophical' ? (`told-${order.mode}` as const) : 'told';
  return scene.says([scene.beat(), scene.followup(kind)]);
};

const resumedThread: Rule = (scene) =>
  scene.order.thread?.move === 'resumed' ? scene.says([scene.followup('told')]) : null;

const freeCallback: Rule = (scene) => (scene.order.callback ? scene.callsBack([scene.beat()]) : null);

const shortWord: Rule = (scene) => {
  const { beat, question } = scene.order;
  if (beat !== 'short') return null;
  return scene.says([scene.beat(), question === null ? scene.followup('told') : scene.question()]);
};

/** A reaction leaves the word with the show: it goes on with a piece or a question. */
const goOn = (scene: Scene): Performance => {
  const { order, library } = scene;
  const piece = order.thread !== null || hasJustToldBit(order, library) ? null : scene.piece(null);
  const word = scene.beat();
  if (piece !== null) return scene.says([word, piece, scene.questionAfter(piece)]);
  return scene.says([word, order.asks || (scene.move === null && word === null) ? scene.question() : null]);
};

/** In order: the first that is for the scene replies. */
const RULES: readonly Rule[] = [
  soberReply,
  lastWords,
  game,
  debate,
  demo,
  ownWords,
  plainAnswer,
  opening,
  orderedCallback,
  hint,
  wantedPiece,
  complaint,
  objection,
  answerToQuestion,
  writtenReply,
  otherQuestion,
  toldSomething,
  resumedThread,
  freeCallback,
  shortWord,
];

/**
 * What the embedded performer says: written lines only, chosen by the engine's order. An answer that the visitor asked
 * for stays as it is, between what the show says before and after it. Pure.
 *
 * @param vector of the visitor's line; null without an encoder
 */
export function perform(
  order: PerformOrder,
  library: ShowLibrary,
  plain: PlainReply,
  found: { demos: readonly DemoHit[]; vector: SentenceVector | null },
): Performance {
  const scene = new Scene(order, library, plain, found);
  for (const rule of RULES) {
    const performance = rule(scene);
    if (performance) return performance;
  }
  return goOn(scene);
}
