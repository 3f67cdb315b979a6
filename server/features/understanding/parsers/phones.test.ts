import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { phoneIn } from './phones.ts';

describe('the visitor’s own telephone number', () => {
  test.each([
    ['You can reach me on 06 12345678', '06 12345678'],
    ['My phone is +31 6 1234 5678, jan@dekadebouw.example', '+31 6 1234 5678'],
    ['call me on (415) 555-0132', '(415) 555-0132'],
    ['tel. 030 1234567', '030 1234567'],
    ['the best number is 020 7946 0000, please ring me', '020 7946 0000'],
    ['our hotel number is 020 7946 0000', '020 7946 0000'],
    ['My own is 020 7946 0000', '020 7946 0000'],
    ['the office number is 020 7946 0000', '020 7946 0000'],
    ['the police number is 020 7946 0999, mine is 020 7946 0000', '020 7946 0000'],
    ['I work for the police, ring me on 020 7946 0000', '020 7946 0000'],
    ['My doctor says I must rest; my number is 020 7946 0000', '020 7946 0000'],
    ['tel: 1-800-555-0199', '1-800-555-0199'],
    ['Ruf mich an: 0176 1234 5678', '0176 1234 5678'],
    ['mi teléfono es 600 123 456', '600 123 456'],
    ["mon numéro c'est le 06 12 34 56 78", '06 12 34 56 78'],
    ['Mijn nummer is 0612345678', '0612345678'],
    ['0612345678', '0612345678'],
    ["my cell's 917-555-0199", '917-555-0199'],
    ['his number is 020 7946 0000, mine is 020 7946 0001', '020 7946 0001'],
    ['oh seven seven double oh nine hundred one two three', '07700900123'],
    ["it's plus three one six one two three four five six seven eight", '+31612345678'],
    ['oh six twelve thirty four fifty six seventy eight', '0612345678'],
    ['ring me at six one seven triple five zero one nine nine', '6175550199'],
    ['Thursday after 3pm, 06 1234 5678', '06 1234 5678'],
    ['Tuesday at noon 0612345678', '0612345678'],
    ['0612345678, any time', '0612345678'],
    ['between 20 and 30k, 0612345678 call me', '0612345678'],
    ['Can somebody call me? 415 555 0132', '415 555 0132'],
    ['07700 900 733 / ravi@plimsollpay.example', '07700 900 733'],
    ['call me on plus 47 91234567', '+47 91234567'],
    ['tel.+4791234567', '+4791234567'],
    ['reach me,+4791234567', '+4791234567'],
    ['put me down for one, ryan 07700 900519, i can do any friday', '07700 900519'],
    ['would you tell her to phone rosalind marchetti 04 50 55 01 63 i am 69', '04 50 55 01 63'],
    ['laat haar maar bellen. Wouter van Gastel 076 555 0190, vrijdag liefst', '076 555 0190'],
    ['(+47) 912 34 567', '(+47) 912 34 567'],
    ['+ 47 912 34 567', '+47 912 34 567'],
  ])('%s', (line, number) => expect(phoneIn(line, false, true)?.value).toBe(number));

  test.each([
    ['Tuesday at noon, 612 345 678', '612 345 678'],
    ['06 1234 5678', '06 1234 5678'],
  ])('where it was asked for: %s', (line, number) => expect(phoneIn(line, true)?.value).toBe(number));

  test.each([
    "my boss's number is 020 7946 0000",
    'the police number is 020 7946 0999, please ring me',
    'please ring me, the police number is 020 7946 0999',
    'ring the police on 020 7946 0999',
    'Emergency number: 0800 123 4567. Call me!',
    'the number of the police is 020 7946 0999, please ring me',
    'the number for my assistant is 020 7946 0999',
    "my friend's mobile is 98765 43210",
    'reach my assistant on 020 7946 0000',
    'call him on 020 7946 0000',
    'my old number was 020 7946 0000',
    "don't call 020 7946 0000",
    'I called your number 020 7946 0000 and nobody answered',
    'is your number 020 7946 0000?',
    '020 7946 0000 is my old number',
    'order number 12345678',
    'our order, 0012345678, is lost',
    'part 0123456789 broke on Thursday',
    'order 0123 456 789 is late',
    'our customer number, 0123 456 789',
    'it was 01.02.2024 10:30',
    'my invoice number is 2024 0012 3456',
    'We have 12 000 000 in revenue and 2019-2024 contracts',
    'we counted one two three four and then five of them',
    'twenty five thousand four hundred dollars',
  ])('none in: %s', (line) => expect(phoneIn(line, false, true)).toBeNull());

  const telling = (text: string) => {
    const found = phoneIn(text, true);
    return found === null || found.value.replace(/\D/g, '').length >= 7;
  };
  test('is in any text as many figures as can be dialled, or none', () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), telling));
  });
  test.each(['1 ', 'one ', '+0(', 'my friend my friend ', "a's number "])(
    'and so in a line that is longer than any message: %s',
    (part) => expect(telling(part.repeat(4_000))).toBe(true),
  );
});
