import { NEXT_QUESTIONS } from '@understudy/contract/leads';
import type { KnowledgePassage } from '@understudy/contract/twin';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSampleTwin } from '../../../testing/sample-twin.ts';
import { understand } from '../../../testing/understand.ts';
import type { Understanding } from '../../understanding/index.ts';
import type { Answer } from '../retrieval/find-answer.ts';
import { composeReply } from './compose.ts';
import { type Known, type ReplyTurn, readMoves } from './moves.ts';

const moves = readMoves();
const NOTHING: Known = {
  name: null,
  company: null,
  role: null,
  size: null,
  budget: null,
  timeline: null,
  contact: null,
};

const passage = (id: string, text: string, called = id): KnowledgePassage => ({
  id,
  title: id,
  called,
  tags: [],
  asked: [],
  text,
  file: 'test.md',
  line: 1,
});
const PRICES = passage('prices', 'A day costs 900 euros.\n\nTravel is included.', 'the prices');
const TRAVEL = passage('travel', 'She travels within two hours.', 'travel');
const found = (...passages: KnowledgePassage[]): Answer => ({
  decision: 'answer',
  probability: 0.9,
  candidates: passages.map((one) => ({ passage: one, paragraph: 0, isAlone: true, sentence: '', share: 0.5 })),
});
const offered = (...passages: KnowledgePassage[]): Answer => ({ ...found(...passages), decision: 'offer' });
const near = (...passages: KnowledgePassage[]): Answer => ({
  ...found(...passages),
  decision: 'near',
  probability: 0.55,
});
const UNKNOWN: Answer = { decision: 'unknown', probability: 0, candidates: [] };

let base: Omit<ReplyTurn, 'line'>;
beforeAll(async () => {
  base = {
    persona: (await loadSampleTwin()).persona,
    answers: [],
    known: NOTHING,
    knownBefore: NOTHING,
    memories: [],
    open: null,
    last: null,
    second: null,
    asksAgain: false,
    said: ['Hello, I am an AI.'],
    call: null,
    locale: null,
    callTime: null,
    correction: null,
    isCallRefused: false,
    booking: null,
    kept: true,
    privacy: { how: 'See the privacy page.', who: 'Only she reads it.', model: 'No model.' },
    question: null,
  };
});
const reply = async (text: string, turn: Partial<ReplyTurn> = {}) => {
  const line = await understand(text, { before: base.said.at(-1) ?? null });
  return composeReply(moves, { ...base, line, ...turn });
};

describe('a composed reply', () => {
  it('answers each question with the passage as it is written, and nothing before it', async () => {
    const { text, knowledge } = await reply('What does a day cost and do you travel?', {
      answers: [found(PRICES), found(TRAVEL)],
    });
    expect(text).toBe('A day costs 900 euros. She travels within two hours.');
    expect(knowledge).toEqual(['prices', 'travel']);
  });

  it('says a fact again to whoever asks for it again', async () => {
    const turn = { answers: [found(PRICES)], said: ['A day costs 900 euros.'] };
    expect((await reply('How much is a day?', { ...turn, asksAgain: true })).text).toBe('A day costs 900 euros.');
    // For another question, the sentence that answers it is enough.
    const long = passage('days', 'A day costs 900 euros. It ends at six.');
    const candidate = { passage: long, paragraph: 0, isAlone: true, sentence: 'It ends at six.', share: 1 };
    const again = { answers: [{ ...found(long), candidates: [candidate] }], said: [long.text] };
    expect((await reply('And until when?', again)).text).toBe('It ends at six.');
  });

  it('says as much at once as the owner wishes', async () => {
    const answers = [
      { ...found(PRICES), candidates: [{ ...found(PRICES).candidates[0], paragraph: 1, isAlone: false }] },
    ];
    const at = async (length: number, of: Answer[]) => {
      const persona = { ...base.persona, style: { ...base.persona.style, length } };
      return (await reply('Is travel included?', { answers: of, persona })).text;
    };
    expect(await at(3, answers as Answer[])).toBe('A day costs 900 euros. Travel is included.');
    expect(await at(2, answers as Answer[])).toBe('Travel is included.');
    expect(await at(3, [found(PRICES)])).toBe('A day costs 900 euros.');
    expect(await at(4, [found(PRICES)])).toBe('A day costs 900 euros. Travel is included.');
  });

  it('names where to pick a time once, and a question as a question', async () => {
    const contact = { ...base.persona.contact, calendar: 'https://cal.example/orla' };
    const picking = { ...passage('persona:calendar', 'Pick one at https://cal.example/orla'), title: 'Picking a time' };
    const { text } = await reply('Can I book a call?', {
      answers: [found(picking)],
      persona: { ...base.persona, contact },
    });
    expect(text.split('https://cal.example/orla')).toHaveLength(2);
    const travel = { ...TRAVEL, title: 'Do you travel', called: '' };
    expect((await reply('Come to Berlin?', { answers: [offered(PRICES, travel)] })).text).toContain('“Do you travel?”');
  });

  it('goes on where more is wanted, and says when there is no more', async () => {
    const last = { passage: PRICES, paragraph: 0, isAlone: true };
    expect((await reply('tell me more', { last })).text).toBe('Travel is included.');
    const end = await reply('tell me more', { last: { passage: PRICES, paragraph: 1 } });
    expect(end.text).toContain('That is all I know about it.');
  });

  it('puts titles in quotation marks that are questions or the consultant’s own words', async () => {
    const far = passage('far', 'All of Germany.', 'How far do you travel');
    const plan = passage('plan', 'I start with the menu.', 'How I plan a kitchen');
    const { text, offers } = await reply('How is travel charged?', { answers: [offered(far, plan)] });
    expect(text).toMatch(/“How far do you travel\?” (?:and|or) “How I plan a kitchen”/);
    expect(offers.map(({ label }) => label)).toEqual(['How far do you travel?', 'How I plan a kitchen']);
  });

  it('leaves an offer that is refused', async () => {
    const refusal = "Please don't send the quote for now.";
    expect((await reply(refusal)).text).toBe('All right, no offer for now. Tell me if that changes.');
  });

  it('offers the two nearest topics where it is not sure', async () => {
    const { text, offers, knowledge } = await reply('What about weekends?', { answers: [offered(PRICES, TRAVEL)] });
    expect(text).toBe("I don't know that for certain. Closest is what I know about the prices and travel.");
    expect(offers.map(({ label }) => label)).toEqual(['The prices', 'Travel']);
    expect(knowledge).toEqual([]);
  });

  it('tells what comes closest as such, and offers the next', async () => {
    const { text, offers, knowledge } = await reply('What about weekends?', { answers: [near(PRICES, TRAVEL)] });
    // A whole sentence follows no colon.
    expect(text).toMatch(/^This [^:]+\. A day costs 900 euros\.$/);
    expect(offers.map(({ label }) => label)).toEqual(['Travel']);
    expect(knowledge).toEqual(['prices']);
  });

  it('asks on a button what was written to be asked, as a whole question', async () => {
    const asked = { ...TRAVEL, asked: ['travel?', 'do u travel', 'can i book you abroad'] };
    const { offers } = await reply('What about weekends?', { answers: [near(PRICES, asked)] });
    const label = 'Can I book you abroad?';
    expect(offers.map(({ label, payload }) => ({ label, payload }))).toEqual([{ label, payload: label }]);
  });

  it('is certain of one answer rather than uncertain of two', async () => {
    const { text } = await reply('What does a day cost and do you travel?', { answers: [found(PRICES), near(TRAVEL)] });
    expect(text).toBe('A day costs 900 euros.');
  });

  it('tries the second best where the first was rejected, and apologises once', async () => {
    const again = await reply("that's not what I asked", { second: TRAVEL });
    expect(again.text).toBe('Sorry, I missed that. Perhaps this is it. She travels within two hours.');
    const none = await reply("that's not what I asked");
    expect(none.text).toMatch(/^Sorry, I missed that\. Could you put it in other words/);
  });

  it('says that it does not know', async () => {
    const { text, knowledge } = await reply('Is there parking at your place?', { answers: [UNKNOWN] });
    expect(text).toContain("I don't know that.");
    expect(knowledge).toEqual([]);
  });

  it('answers what it can of two questions', async () => {
    const { text } = await reply('What does a day cost and which laptop does she use?', {
      answers: [found(PRICES), UNKNOWN],
    });
    expect(text).toContain('A day costs 900 euros.');
  });

  it('sends somebody in danger to help, and says nothing else', async () => {
    const { text, knowledge } = await reply('my arm has been numb since this morning, should i be worried', {
      answers: [found(PRICES)],
      question: 'Who decides?',
    });
    expect(text).toContain('112');
    expect(text).not.toContain('900');
    expect(text).not.toContain('Who decides');
    expect(knowledge).toEqual([]);
  });

  it('reads back what it knows', async () => {
    const known = { ...NOTHING, name: 'Paula Reyes', role: 'CFO', company: 'Norte Foods', size: '60 people' };
    const turn = { known, knownBefore: known, answers: [UNKNOWN] };
    expect((await reply('what have you written down about me?', turn)).text).toContain(
      'Paula Reyes, CFO, Norte Foods; 60 people.',
    );
    expect((await reply('what have you written down about me?', { answers: [UNKNOWN] })).text).toContain('nothing');
  });

  it('takes a correction and says so', async () => {
    const turn = { knownBefore: { ...NOTHING, size: '80 people' }, known: { ...NOTHING, size: '60 people' } };
    expect((await reply('sorry I meant 60 people', turn)).text).toBe(
      "Thanks for the correction: 60 people. I've changed it.",
    );
  });

  it('does not let go of an emergency at the next line, but at the one after it', async () => {
    const { text } = await reply('I have chest pain and my left arm is numb');
    const next = await reply('no no its just stress i think', { said: [text] });
    expect(next.moves).toEqual(['emergency_goes_on']);
    expect((await reply('what does a day cost?', { said: [text, next.text], answers: [found(PRICES)] })).text).toBe(
      'A day costs 900 euros.',
    );
  });

  it('is relieved when nobody needed help, and asks rather than alarms where it is not sure', async () => {
    const { text } = await reply('I have chest pain and my left arm is numb');
    const relieved = await reply('No no, false alarm, nobody needs an ambulance', { said: [text] });
    expect(relieved.moves).toEqual(['no_emergency']);
    const line = await understand('she fell over and now it hurts a bit', { before: null });
    const maybe: Understanding = {
      ...line,
      flags: new Set(['medical']),
      probabilities: { ...line.probabilities, medical: 0.3 },
    };
    const unsure = composeReply(moves, { ...base, line: maybe });
    expect(unsure.moves).toEqual(['emergency_unsure']);
    expect(unsure.text).toContain('112');
    expect(composeReply(moves, { ...base, line: maybe, said: [unsure.text] }).moves).toEqual(['emergency']);
  });

  it('repeats which value holds in place of which, and tells nothing beside it', async () => {
    const turn = { answers: [found(PRICES)], correction: { from: '35', to: '15' } };
    expect((await reply('Hm wait, 35 is everyone. Relevant are 15.', turn)).text).toBe(
      'Thanks for the correction: 15, not 35.',
    );
  });

  it('offers the form where a call is wanted, and claims no more than was done', async () => {
    const { text, offers } = await reply('Can we talk to Orla?');
    expect(offers.map(({ kind }) => kind)).toEqual(['call']);
    expect(text).toContain("I've noted that you want to talk with Orla.");
  });

  it('asks at most one question, and none after a goodbye or in the first reply', async () => {
    const question = 'By when would you like this settled?';
    const turn = { answers: [found(PRICES)], question };
    expect((await reply('What does a day cost?', turn)).text).toBe(`A day costs 900 euros. ${question}`);
    expect((await reply('What does a day cost?', { ...turn, said: [] })).text).not.toContain(question);
    expect((await reply('ok thanks, bye', { question })).text).not.toContain('?');
    // Two in a conversation are enough, also where the kind of work has changed since.
    const said = [`Hello. ${NEXT_QUESTIONS.trade.need}`, `Sure. ${NEXT_QUESTIONS.law.timeline}`];
    expect((await reply('What does a day cost?', { ...turn, said })).text).not.toContain(question);
  });

  it('does not say the same courtesy twice in a row', async () => {
    const first = await reply('thanks');
    const second = await reply('thanks', { said: [...base.said, first.text] });
    expect(second.text).not.toBe(first.text);
  });

  it('leaves no placeholder unfilled', async () => {
    for (const line of ['hi', 'asdf', 'delete my data please', 'you are useless', 'ok', 'summarise our chat'])
      expect((await reply(line)).text).not.toMatch(/[{}]/);
  });
});
