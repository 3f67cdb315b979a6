import { describe, expect, test } from 'vitest';
import { type Asks, asksOf } from './asks.ts';

const at = new Date('2026-11-21T10:00:00Z');

/** What these lines of a visitor's ask for; `t:` is the twin. */
function asks(...said: string[]): Asks {
  let before: string | null = null;
  const lines = [];
  for (const [seq, line] of said.entries()) {
    if (line.startsWith('t:')) before = line.slice(3);
    else lines.push({ seq, text: line, before, at });
  }
  return asksOf(lines);
}

describe('a call that is asked for in words', () => {
  test.each([
    'Can Orla call me Thursday?',
    'ring me on 06 1234 5678 tomorrow after 3',
    'is there a slot next week to talk?',
    'Please call me.',
    'Could you please give me a call this afternoon?',
    'Have her phone me, my mobile is +31 6 12345678',
    'I would like a call with Orla next week.',
    "I'd love to speak with Orla",
    'Can I talk to her on Friday?',
    'Can we talk tomorrow at 10?',
    'could somebody call me back please',
    'Can we schedule a call?',
    'How do I book a call with her?',
    'Let’s hop on a call on Tuesday.',
    'Do you have 20 minutes for a call on Monday?',
    'Phone me at +44 20 7946 0000 between 2 and 4',
    'It would be great if she could ring me tomorrow morning.',
    'You can reach me by phone',
    'ok call me on 0612345678',
    'Every order waits for me. Call me tomorrow, +31 6 1234 5678.',
    'give us a bell on thursday',
    'tell orla to call me asap',
    'Ask her to give me a ring.',
    'I want to be called... well: call me back on Wednesday',
    'When could we speak? Thursday suits me.',
    'Could we do a video call on Monday?',
    'call me thursday',
    'Is Orla free for a call on the 26th?',
    'Would a quick call on Friday be possible?',
    'I prefer to discuss this over the phone',
  ])('%s', (words) => {
    expect(asks(words).call).not.toBeNull();
  });

  test.each([
    'Call me Bob.',
    'You can call me Ana.',
    'Call me crazy, but I like meetings.',
    'My guards have my number and they all call me at night.',
    'Everybody calls me about every order.',
    'What does a first call cost?',
    'Is the first call free?',
    'What happens in the first call?',
    'How long is a call?',
    'We need a call centre system.',
    'I have a call with my team every Monday.',
    'Suppose I wanted her to call me tomorrow, what would it cost?',
    'Can we talk about pricing?',
    'Let us talk about your method.',
    'Please do not call me, write instead.',
    'no calls please',
    'My staff phone me for every decision.',
    'Who are you?',
    'I talk to my managers every Friday.',
    'Can Orla speak at our conference on 3 June?',
    'We had a call last Tuesday with another consultant.',
    'People ring me about everything on Sundays.',
    'The phone rings all day on Monday.',
    'I will call you tomorrow.',
    'My customers say: call me back tomorrow.',
    'How do I get my sales people to call customers on Monday?',
  ])('and none: %s', (words) => {
    expect(asks(words).call).toBeNull();
  });

  test('is the last that was said: a new day, a refusal', () => {
    expect(asks('Can Orla call me?', 't: When?', 'Thursday after 3').call?.time?.words).toBe('Thursday after 3');
    expect(asks('Call me on Thursday.', 'Actually, make it Friday.').call?.time?.words).toContain('Friday');
    expect(asks('Call me on Thursday.', 'On second thoughts, no call. Just email me.').call).toBeNull();
    expect(asks('Call me on Thursday.', 'And please do call me.').call?.time?.words).toContain('Thursday');
  });

  test('is taken up where the twin offers it', () => {
    const offer = 't: Shall Orla give you a call?';
    expect(asks('We are stuck.', offer, 'Yes please, tomorrow morning').call).not.toBeNull();
    expect(asks('We are stuck.', offer, 'No thanks.').call).toBeNull();
    expect(asks('We are stuck.', 't: How many are you?', 'Yes please').call).toBeNull();
  });
});

describe('a complaint', () => {
  test.each([
    'nobody called back',
    'Nobody called me back!',
    'No one has replied to my email.',
    'I want a refund',
    'Give me my money back.',
    "I'm still waiting for the report.",
    'We have been waiting for three weeks.',
    'Orla promised to send the notes on Monday and she never did.',
    'She said she would call but nothing happened.',
    'This is the third time I am writing to you.',
    'I would like to make a complaint.',
    'I am very disappointed with the workshop.',
    'You charged me twice.',
    'Your service is unacceptable.',
    'Orla never called me.',
    "You haven't answered my emails.",
    'I was promised a call yesterday.',
    'We paid you 6,800 and got nothing.',
    'where is my refund?',
    'I am not happy with the report.',
  ])('%s', (words) => {
    expect(asks(words).complaint?.kind).toBe('complaint');
  });

  test.each([
    'let me talk to a human',
    'I want to speak to a real person.',
    'Can I talk to a human please?',
    'human please',
    "I don't want to talk to a bot",
    'Get me a human.',
    'I need to speak to your manager',
  ])('or the wish for a person: %s', (words) => {
    expect(asks(words).complaint?.kind).toBe('person');
  });

  test.each([
    'Our customers complain that nobody called back.',
    'Clients want refunds and nobody decides.',
    'Do you give refunds?',
    'What is your refund policy?',
    'How do I get my managers to decide on refunds?',
    'If it does not help, do I get my money back?',
    'Every order waits for me and it is killing us.',
    'My team is still waiting for my decisions.',
    'Nobody in my company decides anything.',
    'I am very disappointed with my managers.',
    'We paid a consultant 20k and nothing changed.',
    'Are you a human?',
    'I have never met a person like that.',
    'We get fifty complaints a week from tenants.',
    'I talk to people all day.',
    'My manager never answered the phone.',
    'Nobody answers the phone in our shop.',
    'I want to talk to the person who decides on prices at our supplier.',
    'They never called me a good boss.',
  ])('and none: %s', (words) => {
    expect(asks(words).complaint).toBeNull();
  });
});

test('the longest line costs little, and its quote is whole text', () => {
  for (const piece of ['call me ', 'can we have a ', 'nobody has ever ', 'I am still waiting for ', '😀 please ']) {
    const found = asks(`${piece.repeat(2_500)} call me tomorrow`);
    expect(found.call?.words.isWellFormed() ?? true).toBe(true);
  }
});
