/** The embedded twin keeps to what was asked and to where a talk stands: what is not known, what is agreed, who it is for. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createKnowledge } from '../features/knowledge/knowledge.ts';
import { createEmbeddedTwin } from '../providers/language-model/embedded/embedded-twin.ts';
import { asksToKnow, noAnswerLines } from '../providers/language-model/embedded/no-answer.ts';
import { sampleTwin, startTalk } from '../testing/talk.ts';

let stage: Awaited<ReturnType<typeof sampleTwin>>;
beforeAll(async () => {
  stage = await sampleTwin();
});

/** Says the lines one after the other; the last reply. */
async function lastReply(lines: readonly string[], modeId = 'mentor', kept = true) {
  const talk = startTalk(stage.model, modeId, { consent: kept });
  await talk.unprompted('greeting');
  let spoken = { text: '', knowledge: [] as string[] };
  for (const line of lines) spoken = await talk.say(line);
  return spoken;
}

const READY = ['every decision waits for me', 'We have 40k set aside, need it by March and I decide'];

describe('a question for a thing that no passage names', () => {
  it.each([
    'What is your VAT number?',
    'What is the IBAN of her account, and do you have parking at your office?',
    'Do you have parking at your office?',
    'is there a lift in your building?',
    'What if she makes a mistake that costs us money, does she have insurance?',
    'Does Orla have liability insurance?',
    'what are your office hours?',
    'do you have evening appointments',
  ])('%s', async (question) => {
    const { text, knowledge } = await lastReply([question]);
    expect(knowledge, text).toEqual([]);
    expect(noAnswerLines(stage.twin)(text, false), text).toBe(true);
  });

  it('counts as asked for, and a wish for a call does not', () => {
    expect(asksToKnow('book', 'What is your VAT number?')).toBe(true);
    expect(asksToKnow('book', 'I want to book a call')).toBe(false);
  });

  it.each([
    ['What is your phone number?', 'how-to-start'],
    ['Do you have a discount for charities?', 'discounts'],
    ['Do you have a podcast?', 'writing'],
  ])('leaves what is known: %s', async (question, id) => {
    const { text, knowledge } = await lastReply([question]);
    expect(knowledge, text).toContain(id);
  });

  it('is answered by the passage that names it, and not by the case told beside it', async () => {
    const [first] = stage.twin.knowledge;
    if (!first) throw new Error('the sample twin knows something');
    const insured = {
      ...first,
      id: 'insured',
      title: 'Insurance',
      called: 'her insurance',
      text: 'Orla carries a professional indemnity insurance of half a million euros.',
      asked: ['are you insured'],
      tags: ['practical'],
    };
    const twin = { ...stage.twin, knowledge: [...stage.twin.knowledge, insured] };
    const talk = startTalk(createEmbeddedTwin({ twin, find: createKnowledge(twin).find }));
    const { text } = await talk.say('what if she makes a mistake that costs us money, does she have insurance?');
    expect(text).toMatch(/professional indemnity/);
    expect(text).not.toMatch(/planned for/);
  });
});

describe('what there is to read, and who asks for an interview', () => {
  it('any good papers or books', async () => {
    const { text } = await lastReply(['any good papers or books on delegation?']);
    expect(text).toMatch(/recommends reading/);
    expect(text).not.toMatch(/no podcast/);
  });

  it.each(['can i interview orla for 20 min?', 'Can I interview Orla for my thesis?'])('%s', async (question) => {
    const { text } = await lastReply([question]);
    expect(text).toMatch(/in writing, three questions at a time/);
    expect(text).not.toMatch(/\?/);
  });

  it('a guest on a podcast', async () => {
    expect((await lastReply(['would she be a guest on our podcast'])).text).toMatch(/joins podcasts/);
  });
});

describe('somebody who told money, a date and who decides', () => {
  it('is offered the next step, and ok takes it up, once', async () => {
    expect((await lastReply(['hi', ...READY])).text).toMatch(
      /half hour|Thirty minutes|first call|conversation with Orla/i,
    );
    expect((await lastReply(['hi', ...READY, 'ok'])).text).toMatch(/which email address|address may Orla/i);
    const rest = await lastReply(['hi', ...READY, 'ok', 'ok']);
    expect(rest.text).not.toMatch(/\?|notebook|My notes/);
    expect(rest.knowledge).toEqual([]);
  });

  it.each([
    [[...READY, 'can she call me', 'Friday 10am'], /^Friday 10am\b.*noted.*Which number|^Friday 10am\b.*number/],
    [[...READY, 'can she call me on +47 22 33 44 55', 'tomorrow at 3'], /^Tomorrow at 3\b/],
    [['hi', ...READY, 'Friday 10am'], /^Friday 10am\b.*address/],
  ])('names an hour: %j', async (lines, says) => {
    expect((await lastReply(lines)).text).toMatch(says);
  });

  it('is not told that it is noted where nothing is kept', async () => {
    const { text } = await lastReply([...READY, 'can she call me', 'Friday 10am'], 'mentor', false);
    expect(text).not.toMatch(/\bnoted with\b|that is noted/);
  });
});

describe('who they are', () => {
  it.each([
    ["It's Pieter de Boer", 'Pieter'],
    ["It's Anna van der Meer from Noordzee Logistics, by the way", 'Anna'],
  ])('%s is greeted by name', async (line, name) => {
    const { text } = await lastReply(['everything waits for me', line]);
    expect(text).toContain(name);
    expect(text).not.toMatch(/It's (?:Pieter|Anna)/);
  });

  it('a number of people and a place are not read back', async () => {
    const { text } = await lastReply(['everything waits for me', 'We are 85 people in Bergen']);
    expect(text).not.toMatch(/You are 85|you are 85/);
  });
});

describe('somebody who sells', () => {
  it.each([
    'We sell CRM software, would Orla be interested in a demo?',
    'we can get her 20 qualified leads a month',
    'We build booking software for advisors like her and charge 40 euros a month',
  ])('%s', async (offer) => {
    for (const next of ['is the budget too tight?', 'how does it begin?', 'what about a call?']) {
      const { text, knowledge } = await lastReply([offer, next]);
      expect(text, next).toMatch(/orla@venstrom\.example/);
      expect(knowledge, next).toEqual([]);
    }
  });
});

describe('when a piece of work can be had', () => {
  it.each([
    ['would a Cue Sheet Day fit in February', /six weeks' notice/],
    ['How much notice do you need for a Cue Sheet Day?', /six weeks' notice/],
    ['can we do the Walkthrough in May?', /three to four weeks/],
    ['how much is a Cue Sheet Day in February?', /5,400/],
  ])('%s', async (question, says) => {
    expect((await lastReply([question])).text).toMatch(says);
  });
});
