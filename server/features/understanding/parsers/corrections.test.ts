import { describe, expect, it } from 'vitest';
import { correctionIn } from './corrections.ts';

describe('a corrected value', () => {
  it.each([
    ['Hm wait, 35 is everyone who ever joined. Currently relevant are 15.', ['we would be 35 people'], '35', '15'],
    ['sorry 60 is wrong, i mean 16 are shift leaders', ['we have 60 people in 5 lunch bars'], '60', '16'],
    ["we're arriving in August not September", ['we move probably in September'], 'September', 'August'],
    ['Right, house is actually 185 not 165 now', ['self build, 165m2 timber frame'], '165', '185'],
    ['I said three, I should say four.', ["I'm a landlord with three terraces"], 'three', 'four'],
    ['it is 34 people not 30', [], '30', '34'],
    ['sorry, 15', ['we have 12 people'], '12', '15'],
    ['it was £15,200, not £11,900', ['they want 11900'], '11,900', '15,200'],
    ['oh and i said 55 but with the temps we are more like 70', ['we are 55 people'], '55', '70'],
    ['Sorry, 30 June is the lease, we move on 12 July', ['We leave on 30 June.'], '30 June', '12 July'],
    ['it is the 13th of November, not the 12th', ['our meeting on 12 November'], '12 November', '13th of November'],
    ['sorry, July 12', ['We leave on 30 June.'], '30 June', 'July 12'],
    ['not Tuesday, Wednesday', ['call me on Tuesday'], 'Tuesday', 'Wednesday'],
  ])('%s', (line, earlier, from, to) => {
    expect(correctionIn(line, earlier)).toEqual({ from, to });
  });

  it.each([
    ['the 12kW quote is the £15,200 one and 7kW is the £11,900', ['one says 12kW and £11,900, other 7kW and £15,200']],
    ['that is wrong', ['we have 12 people']],
    ['sorry, 15 or 16', ['we have 12 people']],
    ['sorry, 12', ['we have 12 people']],
    ['sorry, 3', ['we have 12 people in 4 shops']],
    ['', []],
  ])('leaves open: %s', (line, earlier) => {
    expect(correctionIn(line, earlier)).toBeNull();
  });
});
