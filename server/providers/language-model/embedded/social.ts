/** Replies to what is not a question about the consultant: courtesy, provocation, noise. */
import type { Act } from './acts.ts';
import { close, hints } from './answer.ts';
import { AGREED, AGREED_NOT_KEPT, AGREED_WITH_TIME, WRITTEN_INSTEAD } from './case-lines.ts';
import {
  APOLOGY_LINES,
  DISTRESS_LINES,
  FOREIGN_AGAIN,
  FOREIGN_LINES,
  FOREIGN_SPOKEN,
  GO_ON,
  HELLOS,
  JOKES,
  LAUGH_LINES,
  LISTENING,
  MODEL_LINES,
  NO_QUESTIONS_LINES,
  PRAISE_LINES,
  PRESENT,
  WHERE_WE_WERE,
} from './courtesies.ts';
import { ask, type Draft, insulted, nextStep, say, unsaidParagraph, wronged } from './draft.ts';
import { standsSo } from './grievance.ts';
import { OPINION_LEAD, POINTERS } from './phrases.ts';
import {
  FROM_EARLIER,
  NOTHING_FROM_EARLIER,
  NOTHING_LOOKED_UP,
  NOTHING_OPEN,
  OPEN_FROM_EARLIER,
  STILL_OPEN,
} from './phrases-back.ts';
import type { Scene } from './scene.ts';
import { enumerate } from './text.ts';
import { tradeNoun } from './trade.ts';

/** What the visitor has told, in a sentence; null when nothing is known. */
function whatIsKnown(scene: Scene): string | null {
  const { name, company, size, role, timeline, email, trade } = scene.facts;
  const known = [
    name && `that your name is ${name}`,
    role && `that you are ${/^(head|vp|chief|hr|second)/.test(role) ? role : `the ${role}`}`,
    company && `that it is about ${company}`,
    trade && !company && `that it is about ${tradeNoun(trade)}`,
    size && `that you are ${size} people`,
    timeline && `that it matters ${timeline}`,
    email && `that ${email} reaches you`,
  ].filter((part) => typeof part === 'string' && part !== '') as string[];
  return known.length > 0 ? enumerate(known) : null;
}

const SUMMARIES = [
  'We have talked about {list}.',
  'Our talk was about {list}.',
  'What we talked about so far: {list}.',
];
const RECALL_LEADS = [
  'You told me',
  'From what you wrote, I know',
  'I have kept in mind',
  'So far I know',
  'What I have from you is',
];

/** What was talked about, the latest first. */
function subjectsOf(scene: Scene): string[] {
  return [...new Set(scene.told.toReversed().flatMap((passage) => passage?.called ?? []))];
}

/** 'Where were we': the last subject, what is known of the visitor, and the way on. */
function resume(scene: Scene): Draft {
  const [topic] = subjectsOf(scene);
  const known = whatIsKnown(scene);
  if (scene.remembered?.open && !topic) {
    return {
      parts: [null, say(scene, OPEN_FROM_EARLIER, { open: scene.remembered.open }), say(scene, STILL_OPEN)],
      knowledge: [],
    };
  }
  if (!topic && !known) return recall(scene);
  const lead = RECALL_LEADS.find((text) => !scene.said.has(`${text} ${known}`));
  const last = topic ? say(scene, WHERE_WE_WERE, { topic }) : null;
  return { parts: [last, known && lead ? `${lead} ${known}.` : null, say(scene, GO_ON)], knowledge: [] };
}

/** Asks for another conversation than this one, */
const OF_LAST_TIME =
  /\b(?:last (?:time|week|month|talk|conversation|chat|visit)|the other day|yesterday|(?:earlier|previous|past) (?:talks?|conversations?|chats?|visits?|times?)|before today|when i was (?:last )?here|(?:days|weeks|months) ago)\b/i;
/** or for what was left to be answered. */
const OF_WHAT_WAS_ASKED =
  /\bwhat\b.{0,24}\b(?:asking|ask|asked|question|talk\w*|speak\w*|sp[eo]ken?|discuss\w*|cover\w*|saying|say|said|want\w*|need\w*|after|left?|leave|subject|topic|conversation|chat)\b/i;

/** What was left open in an earlier conversation, or that nothing of one is known; null when they ask for neither. */
function lastTime(scene: Scene): Draft | null {
  const { remembered, consent, message } = scene;
  const named = OF_LAST_TIME.test(message);
  if (!named) {
    // What this conversation was about comes first, where it was about something.
    const begun = scene.visitorLines.length > 0;
    if (!OF_WHAT_WAS_ASKED.test(message) || subjectsOf(scene).length > 0 || (begun && !remembered?.open)) return null;
  }
  const one = (...parts: (string | null)[]): Draft => ({ parts: [null, ...parts], knowledge: [] });
  if (remembered?.open) return one(say(scene, OPEN_FROM_EARLIER, { open: remembered.open }), say(scene, STILL_OPEN));
  const notes = notedEarlier(scene);
  if (notes) return one(say(scene, NOTHING_OPEN), notes);
  return one(say(scene, consent === false ? NOTHING_LOOKED_UP : NOTHING_FROM_EARLIER), ask(scene, ['problem']));
}

/** What is noted from earlier conversations, quoted; null when nothing is. */
function notedEarlier(scene: Scene): string | null {
  const sentences = scene.remembered?.sentences.slice(0, 4).map((sentence) => `“${sentence}”`) ?? [];
  return sentences.length > 0 ? say(scene, FROM_EARLIER, { sentences: enumerate(sentences) }) : null;
}

function recall(scene: Scene): Draft {
  const earlierTalk = lastTime(scene);
  if (earlierTalk) return earlierTalk;
  const known = whatIsKnown(scene);
  const subjects = subjectsOf(scene).slice(0, 3).reverse();
  const talked = subjects.length > 0 ? say(scene, SUMMARIES, { list: enumerate(subjects) }) : null;
  const earlier = notedEarlier(scene);
  if (!known && earlier) return { parts: [earlier, talked, ask(scene, ['problem'])], knowledge: [] };
  if (!known) {
    const nothing = say(scene, [
      'You have not told me anything about yourself yet, so there is nothing I could repeat.',
      'I know only what stands in this conversation, and about you there is nothing in it so far.',
      'Nothing about you yet; ask me again when you have told me something.',
    ]);
    return { parts: [nothing, talked, ask(scene, ['problem'])], knowledge: [] };
  }
  const lead = RECALL_LEADS.find((text) => !scene.said.has(`${text} ${known}`)) ?? null;
  return { parts: [lead && `${lead} ${known}.`, earlier, talked, close(scene)], knowledge: [] };
}

function foreign(scene: Scene, language: { name: string; line: string }): Draft {
  const values = { language: language.name };
  const first = !scene.said.has(language.line);
  const spoken = scene.cast.twin.persona.languages.includes(language.name) ? say(scene, FOREIGN_SPOKEN, values) : null;
  const english = say(scene, first ? FOREIGN_LINES : FOREIGN_AGAIN, values) ?? say(scene, FOREIGN_LINES);
  return { parts: [first ? language.line : null, english, spoken], knowledge: [] };
}

/** A hint at something that was not talked about yet. */
export function pointElsewhere(scene: Scene): string | null {
  if (wronged(scene)) return null;
  const names = hints(scene, [], 2).map(({ called }) => called);
  return names.length > 0 ? say(scene, POINTERS, { hint: names.join(' or ') }) : null;
}

/** A line from the consultant's opinions that was not said yet. */
export function opinion(scene: Scene): string | null {
  const line = say(scene, scene.cast.twin.persona.opinions);
  return line && `${say(scene, OPINION_LEAD) ?? ''} ${line}`.trim();
}

/** Answers acts of courtesy and noise; null for acts that are none. */
export function social(scene: Scene, act: Act, language?: { name: string; line: string }): Draft | null {
  const { manner } = scene.mode;
  const one = (line: string | null, then: string | null = null): Draft => ({
    // A line that asks needs nothing behind it.
    parts: [line, line && /\?|\b[Aa]sk me\b/.test(line) ? null : then],
    knowledge: [],
  });
  switch (act) {
    case 'distress':
      return one(say(scene, DISTRESS_LINES));
    case 'manipulation':
      return one(say(scene, manner.refusal), pointElsewhere(scene));
    case 'insult':
      return one(say(scene, manner.insult));
    case 'is_ai':
      return one(say(scene, manner.ai));
    case 'which_model':
      return one(say(scene, MODEL_LINES) ?? say(scene, manner.ai));
    case 'resume':
      return resume(scene);
    case 'who_are_you': {
      const passage = scene.cast.find(`who is ${scene.cast.twin.persona.name}`, 1)[0]?.passage;
      const paragraph = passage ? unsaidParagraph(scene, passage) : null;
      return {
        parts: [say(scene, manner.ai), paragraph, ask(scene)],
        knowledge: passage && paragraph ? [passage.id] : [],
      };
    }
    case 'foreign':
      return language ? foreign(scene, language) : null;
    case 'greeting':
      return greet(scene);
    case 'small_talk':
      if (/\bthere\b/i.test(scene.message)) return one(say(scene, PRESENT));
      return one(say(scene, manner.small_talk), ask(scene));
    case 'thanks':
      return one(say(scene, manner.thanks), nextStep(scene));
    case 'goodbye':
      return { parts: [agreed(scene), say(scene, manner.goodbye), farewellOffer(scene)], knowledge: [] };
    case 'laughter':
      return one(say(scene, LAUGH_LINES), ask(scene));
    case 'praise':
      return one(say(scene, PRAISE_LINES), close(scene));
    case 'apology':
      return one(say(scene, APOLOGY_LINES), ask(scene));
    case 'joke':
      return one(say(scene, JOKES));
    case 'no_questions':
      return one(say(scene, NO_QUESTIONS_LINES));
    case 'off_topic':
      return one(say(scene, manner.off_topic), pointElsewhere(scene));
    case 'nonsense':
    case 'empty':
      return one(say(scene, manner.nonsense), pointElsewhere(scene));
    case 'recall':
      return recall(scene);
    default:
      return null;
  }
}

function greet(scene: Scene): Draft {
  if (scene.agentLines.length === 0) return { parts: [say(scene, scene.mode.manner.greeting)], knowledge: [] };
  // The twin has just asked; a greeting is no answer and needs no second question.
  if (scene.lastAgent.endsWith('?')) return { parts: [say(scene, HELLOS), say(scene, LISTENING)], knowledge: [] };
  return { parts: [say(scene, HELLOS), ask(scene, ['problem']) ?? pointElsewhere(scene)], knowledge: [] };
}

/** At the door: the step that was agreed. */
export function agreed(scene: Scene): string | null {
  if (wronged(scene)) return standsSo(scene);
  const { email, callTime, noContact, noCall } = scene.facts;
  if (!email || noContact) return null;
  if (scene.consent === false) return say(scene, AGREED_NOT_KEPT);
  if (scene.consent === null) return null;
  if (noCall) return say(scene, WRITTEN_INSTEAD, { reach: email });
  return (callTime && say(scene, AGREED_WITH_TIME, { time: callTime })) || say(scene, AGREED);
}

/** At the door, once: where to write, if they had shown interest. */
function farewellOffer(scene: Scene): string | null {
  if (scene.facts.interest === 0 || wronged(scene) || scene.facts.email || insulted(scene)) return null;
  return say(scene, ['Should you want to go on, {email} reaches {first_name}.', 'If it stays on your mind: {email}.']);
}
