import { describe, expect, it } from 'vitest';
import { namesOf, withConsultant } from './consultant.ts';

const called = (name: string) => namesOf({ name, first_name: name.split(' ')[0] as string });

describe('the consultant by name', () => {
  it.each([
    ['Orla Venstrom', 'can orla call me', 'can consultant call me'],
    ['Orla Venstrom', 'Is Orla Venstrom free?', 'Is consultant free?'],
    ['Orla Venstrom', "what's ORLA's fee", "what's consultant's fee"],
    ['Orla Venstrom', 'write to orla@venstrom.example', 'write to orla@venstrom.example'],
    ['Zoë Šimić', 'can zoe call me', 'can consultant call me'],
    ['Mark Lind', 'mark lind told me so', 'consultant told me so'],
    ['Mark Lind', 'Can Mark call me?', 'Can consultant call me?'],
    ['Mark Lind', 'can mark call me', 'can consultant call me'],
    ['Mark Lind', 'Hi, could you ask mark to call me?', 'Hi, could you ask consultant to call me?'],
    ['Mark Lind', 'um so when is mark free', 'um so when is consultant free'],
    ['Mark Lind', 'mark, can you call me', 'consultant, can you call me'],
    ['Mark Lind', 'We worked with Mark last year.', 'We worked with consultant last year.'],
    ['Mark Lind', "I lost mark's number", "I lost consultant's number"],
    ['Mark Lind', 'Mark said he would call.', 'consultant said he would call.'],
    ['Grace Obi', 'is grace there', 'is consultant there'],
    ['Grace Obi', 'Thank you, Grace', 'Thank you, consultant'],
    ['Will Hart', 'will will call me', 'will consultant call me'],
    ['Will Hart', 'Please tell Will that I rang.', 'Please tell consultant that I rang.'],
    ['May Chen', 'Can I talk to May?', 'Can I talk to consultant?'],
    ['May Chen', 'can may call me', 'can consultant call me'],
    ['Bill Rowe', 'I would like a call with Bill.', 'I would like a call with consultant.'],
    ['Bill Rowe', 'does bill do tax returns', 'does consultant do tax returns'],
  ])('%s: %s', (name, text, expected) => {
    expect(withConsultant(text, called(name))).toBe(expected);
  });

  it.each([
    ['Mark Lind', 'mark my words'],
    ['Mark Lind', 'Mark my words, they will leave.'],
    ['Mark Lind', 'We missed the mark. You can mark it as done.'],
    ['Grace Obi', 'Is there a grace period?'],
    ['Grace Obi', 'they took it with grace'],
    ['Will Hart', 'Will you call me? I will be there, and so will she.'],
    ['Will Hart', 'my father left a will'],
    ['May Chen', 'May I ask something? We may start in May, or by 5 May.'],
    ['May Chen', 'we begin in may, does may work'],
    ['May Chen', 'not June, next May'],
    ['Bill Rowe', 'Bill us monthly, please. The bill is too high.'],
    ['Bill Rowe', 'how do you bill? the bill of last month was wrong'],
    ['Rose Adair', 'prices rose again'],
  ])('%s is an everyday word in: %s', (name, text) => {
    expect(withConsultant(text, called(name))).toBe(text);
  });

  it('takes another word', () => {
    expect(withConsultant('does Orla travel', called('Orla Venstrom'), 'you')).toBe('does you travel');
  });
});
