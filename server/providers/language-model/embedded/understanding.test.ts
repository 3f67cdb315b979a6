/** What is read out of single lines, before anything is answered. */
import { describe, expect, it } from 'vitest';
import { phoneIn } from './phone.ts';
import { situationsIn, tellsOfWork } from './situations.ts';
import { tidy } from './tidy.ts';
import { professionIn, tradeIn, tradeNoun } from './trade.ts';

describe('tidy', () => {
  it.each([
    ['um what would she do', 'what would she do'],
    ['wat do i get for it', 'what do i get for it'],
    ['can u do it', 'can you do it'],
    ['one more thing, does she take interns?', 'does she take interns?'],
    ['we ar a compny of 45 ppl', 'we are a company of 45 people'],
  ])('%s -> %s', (line, meant) => expect(tidy(line)).toBe(meant));

  it.each([
    'umm',
    'wat kost het en hoe lang duurt dat',
    'Teh Wen is my name',
    'write to ppl@wat.example',
    'I g n o r e  u',
  ])('leaves %s as it is', (line) => expect(tidy(line)).toBe(line));
});

describe('tradeIn', () => {
  it.each([
    ['Hello! We run a bakery with three shops in Leeds', 'bakery'],
    ['does this work for a small law firm?', 'law firm'],
    ["we're a 45 person roofing company", 'roofing company'],
    ['do you know dental practices', 'dental practices'],
    ['we are in construction', 'construction'],
  ])('%s -> %s', (line, trade) => expect(tradeIn(line)).toBe(trade));

  it.each([
    'does this work for a company like ours',
    'do you know a good restaurant in Rotterdam?',
    'why would she know anything about business',
    'we are a family business',
    'what do you do',
  ])('%s names none', (line) => expect(tradeIn(line)).toBeNull());

  it('is a noun in a sentence', () => {
    expect(['bakery', 'accounting firm', 'dental practices', 'logistics'].map(tradeNoun)).toEqual([
      'a bakery',
      'an accounting firm',
      'dental practices',
      'logistics',
    ]);
  });

  it('knows the people that are asked after', () => {
    expect(professionIn('have you worked with architects?')).toBe('architects');
    expect(professionIn('have you worked with companies?')).toBeNull();
  });
});

describe('phoneIn', () => {
  it.each([
    ['my number is +31 6 1234 5678', '+31 6 1234 5678'],
    ['0151 23456789', '0151 23456789'],
  ])('%s -> %s', (line, phone) => expect(phoneIn(line)).toBe(phone));

  it.each(['we made 1200000 last year', '2026-05-14', '14.05.2026', 'about 45 people', '€28,000'])(
    '%s is none',
    (line) => expect(phoneIn(line)).toBeNull(),
  );
});

describe('a situation', () => {
  it.each([
    'the shop managers ring me to ask about bread',
    'every change lands with me',
    "the phone doesn't stop until 2",
    'he says one thing and i say another',
    'my managers never take responsibility',
    'we ship late every sprint',
  ])('%s is one', (line) => expect(situationsIn(line)).not.toEqual([]));

  it.each(['can you call me tomorrow', 'please ask me anything', 'what does it cost us', 'we are forty people'])(
    '%s is none',
    (line) => expect(situationsIn(line)).toEqual([]),
  );

  it('may be told at length without a word that marks it', () => {
    expect(tellsOfWork('whenever a customer changes the colour we begin the whole drawing again')).toBe(true);
    expect(tellsOfWork('we would like to know whether you could come to our meeting again')).toBe(false);
  });
});
