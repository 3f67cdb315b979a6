import { ERROR_STATUS } from '@understudy/contract/errors';
import { LANGUAGES } from '@understudy/contract/languages';
import { describe, expect, it } from 'vitest';
import { inReadersWords } from './server-words.ts';
import { readIn } from './testing/read-in.ts';

describe('what the server says', () => {
  const translated = LANGUAGES.filter((language) => language !== 'en');
  it.each(translated)('has words for every error code, in %s', async (language) => {
    await readIn(language);
    const untold: string[] = [];
    for (const code of Object.keys(ERROR_STATUS)) {
      const words = await inReadersWords({ code, said: 'No.' });
      if (words === 'No.' || /[{}]|errors\./.test(words)) untold.push(code);
    }
    expect(untold).toEqual([]);
  });

  it('is left as it is in English', async () => {
    expect(await inReadersWords({ code: 'rate_limited', said: 'Please wait.', retryAfterMs: 500 })).toBe(
      'Please wait.',
    );
  });

  it.each([
    ['de', 19_001, 'einen Moment'],
    ['de', 300_000, 'in einigen Minuten'],
    ['es', 7_200_000, 'más tarde'],
    ['es', null, 'más tarde'],
  ] as const)('tells how long to wait, in %s: %s ms', async (language, retryAfterMs, when) => {
    await readIn(language);
    expect(await inReadersWords({ code: 'rate_limited', said: 'Please wait.', retryAfterMs })).toContain(when);
  });

  it('tells why something cannot be read', async () => {
    await readIn('de');
    const problem = { code: 'private_address', values: { host: '10.0.0.1' } } as const;
    expect(await inReadersWords({ code: 'unreadable', said: 'No.', problem })).toBe(
      '10.0.0.1 ist eine Adresse in einem privaten Netz. Nur Adressen im Internet können gelesen werden.',
    );
  });

  it('follows where the code leaves open what is wrong', async () => {
    await readIn('de');
    expect(await inReadersWords({ code: 'forbidden', said: 'The waitlist is closed.' })).toBe(
      'Das ist hier nicht möglich. Genauer (auf Englisch): The waitlist is closed.',
    );
  });

  it.each([
    ['of a newer server’s code', { code: 'too_new', said: 'Something new.' }],
    ['about a line of the twin’s texts', { code: 'invalid_request', said: 'persona.yaml:3: name is missing' }],
  ])('is left as it is in German: %s', async (_what, words) => {
    await readIn('de');
    expect(await inReadersWords(words)).toBe(words.said);
  });

  it('keeps what the reader typed', async () => {
    await readIn('de');
    const said = 'We will write to a@b.example when early access opens.';
    expect(await inReadersWords({ code: 'waitlistJoined', said, values: { email: 'a@b.example' } })).toBe(
      'Wir schreiben an a@b.example, sobald der frühe Zugang beginnt.',
    );
  });
});
