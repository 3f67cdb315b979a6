import { clockOf } from '@understudy/contract/reel';
import { describe, expect, test } from 'vitest';
import { createMask } from '../understanding/index.ts';
import { EPISODE_WORDS } from './episode-words.ts';
import { showNotes } from './show-notes.ts';
import { timelineOf } from './timeline.ts';
import { transcriptSrt, transcriptText, transcriptVtt } from './transcript-files.ts';

const names = { visitor: 'Visitor', twin: 'AI Orla' };

describe('the times of an episode', () => {
  test('begin when a line was stored, but not before the one before it has been said', () => {
    const ts = 1_000_000;
    const said = [
      { speaker: 'visitor' as const, text: 'Hi', ts },
      { speaker: 'twin' as const, text: 'one two three four five', ts: ts + 3_000 },
      { speaker: 'twin' as const, text: 'six', ts: ts + 4_000 },
      { speaker: 'visitor' as const, text: 'A minute later', ts: ts + 60_000 },
    ];
    expect(timelineOf(said).map(({ at, until }) => [at, until])).toEqual([
      [0, 1_200],
      [3_000, 5_000],
      [5_000, 6_200],
      [60_000, 61_200],
    ]);
    expect(timelineOf([])).toEqual([]);
  });

  test('are written as clocks', () => {
    expect([0, 65_400, 3_729_000].map(clockOf)).toEqual(['0:00', '1:05', '1:02:09']);
  });
});

describe('transcripts', () => {
  const long =
    'The plant has a committee now. The committee meets on Mondays, and nobody has yet asked the plant ' +
    'what it thinks of it.';
  const lines = [
    { speaker: 'visitor' as const, text: 'A <b>plant</b> & a {meeting}', at: 0, until: 2_000 },
    { speaker: 'twin' as const, text: long, at: 3_599_000, until: 3_611_000 },
  ];

  test('as text have a time and a name for each line', () => {
    expect(transcriptText(lines, names)).toBe(
      `[0:00] Visitor: A <b>plant</b> & a {meeting}\n\n[59:59] AI Orla: ${long}\n`,
    );
  });

  test('as SubRip are numbered, use commas, and hold no markup', () => {
    const cues = transcriptSrt(lines, names).split('\n\n');
    expect(cues[0]).toBe('1\n00:00:00,000 --> 00:00:02,000\nVisitor: A bplant/b & a meeting');
    expect(cues).toHaveLength(3);
    expect(cues[1]).toMatch(/^2\n00:59:59,000 --> 01:00:0\d,\d{3}\nAI Orla: The plant/);
    expect(cues[2]).toMatch(/--> 01:00:11,000\n/);
    const shown = cues.flatMap((cue) => cue.split('\n').slice(2));
    for (const row of shown) expect(row.length).toBeLessThanOrEqual(60);
  });

  test('as WebVTT have voices, and escape what was said', () => {
    const vtt = transcriptVtt(lines, names);
    expect(vtt).toMatch(/^WEBVTT\n\n1\n00:00:00\.000 --> 00:00:02\.000\n<v Visitor>/);
    expect(vtt).toContain('A &lt;b&gt;plant&lt;/b&gt; &amp; a {meeting}');
    expect(vtt).toContain('<v AI Orla>');
  });

  test('have names on one line that control nothing', () => {
    const odd = { visitor: 'Ana\n\n9\n00:00:00,000 --> 00:00:09,000\u2028\u202Eso\u200B\u0007c', twin: '\u200B' };
    const said = [
      { speaker: 'visitor' as const, text: 'Hi', at: 0, until: 1_000 },
      { speaker: 'twin' as const, text: 'Ho', at: 1_000, until: 2_000 },
    ];
    for (const file of [transcriptText(said, odd), transcriptSrt(said, odd), transcriptVtt(said, odd)]) {
      expect(file).toMatch(/^.*Ana 9 00:00:00,000 --.* 00:00:09,000 so c/m);
      expect(file).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}]/u);
      expect(file).toMatch(/–/);
    }
    expect(transcriptSrt(said, odd).match(/-->/g)).toHaveLength(2);
  });

  test('cut a text without spaces between whole characters', () => {
    const text = '🎭'.repeat(60);
    const srt = transcriptSrt([{ speaker: 'twin', text, at: 0, until: 1_000 }], names);
    expect(srt.isWellFormed()).toBe(true);
    expect(srt.match(/🎭/gu)).toHaveLength(60);
  });
});

describe('the mask', () => {
  const mask = createMask(
    { names: ['José von Álvarez-Will'], emails: ['jose@example.org'], phones: ['+49 170 5551234'] },
    EPISODE_WORDS.en.masked,
  );
  test.each([
    ['I am José von Álvarez-Will.', 'I am [name].'],
    ['jose’s plant, ALVAREZ said', '[name]’s plant, [name] said'],
    ['Von here on', 'Von here on'],
    ['jose@example.org, Jo.S@mail.example.com', '[email], [email]'],
    ['write to jo at mail dot com please', 'write to [email] please'],
    ['see https://example.org/me and www.example.org', 'see [link] and [link]'],
    ['0170 5551234 or (030) 123-4567', '[phone number] or [phone number]'],
    [
      'from 2024-2025, on 2026-11-26, for 1.000.000 or 40 people',
      'from 2024-2025, on 2026-11-26, for 1.000.000 or 40 people',
    ],
    ['call 555 123 456 78 or 12 345 678', 'call [phone number] or [phone number]'],
    ['555.123.456 but €25.000.000, 25 000 000 euros', '[phone number] but €25.000.000, 25 000 000 euros'],
    ['5551-2345 is a number', '[phone number] is a number'],
    ['I live at 22 baker street, off Wallaby Way', 'I live at [address], off [address]'],
    ['12 Harbour Close or 7, rue de la Paix', '[address] or [address]'],
    ['No way, by the way, in rue de la paix', 'No way, by the way, in [address]'],
    ['pay DE89 3704 0044 0532 0130 00 or gb29nwbk60161331926819 now', 'pay [account number] or [account number] now'],
    ['follow @anacosta or costabikes.com/about.', 'follow [name] or [link]'],
    ['I like it.It works, e.g. Node.js', 'I like it.It works, e.g. Node.js'],
    ['Jo\u200Bs\u00ADe at jo\u2060@example.org 👩\u200D💻', '[name] at [email] 👩\u200D💻'],
    ['ana at mail.costabikes.com now', '[email] now'],
    ['12 Old Mill Road, Hauptstraße 5a, Calle Mayor 7', '[address], [address], [address]'],
    ['meet me at noon. Then 5 minutes on the road', 'meet me at noon. Then 5 minutes on the road'],
    ['oh six one two three four five six or 06 twelve thirty four', '[phone number] or [phone number]'],
    ['null sechs eins zwei drei vier, cero uno dos tres cuatro cinco', '[phone number]'],
    [
      'one two three, and the years 2019, 2020, 2021, 2022, 2023, 2024',
      'one two three, and the years 2019, 2020, 2021, 2022, 2023, 2024',
    ],
    ['ann dot lee at gmail dot com or wendy underscore ox at post.de', '[email] or [email]'],
    ['22 Baker Street, NW1 6XE', '[address], [address]'],
  ])('%s', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });

  // Patterns that go back and forth would take longer over these than a test may.
  test.each([
    'at-',
    'a at ',
    'a.',
    'a-',
    'a',
    '1 ',
    '1a ',
    '12 a ',
    'A ',
    'a@',
    '@',
    'AB12',
    'calle a ',
    'rue de ',
    'a\t',
  ])('stays as fast over thousands of %j', (hostile) => {
    const text = hostile.repeat(100_000 / hostile.length);
    expect(typeof mask(text)).toBe('string');
    expect(typeof mask(`1${' '.repeat(50_000)}${text}!`)).toBe('string');
  });
});

describe('show notes', () => {
  const episode = {
    episode_number: 3,
    date: '2026-11-20T23:30:00.000Z',
    duration: 1_380_000,
    overall_rating: 8.25,
    visitor_rating: 5,
    modes: [
      { mode: 'banter' as const, at: 0 },
      { mode: 'comedy' as const, at: 312_000 },
    ],
    themes: [{ topic: '# the *plant*', depth: 3 }],
    reel: [
      {
        ...{ type: 'laugh' as const, content: 'It has a\ncommittee [now]', speaker: 'twin' as const },
        ...{ audience_reaction: null, line: 4, at: 65_000 },
      },
      // From before its speaker was noted.
      {
        ...{ type: 'story' as const, content: 'It moved in', speaker: null },
        ...{ audience_reaction: null, line: null, at: null },
      },
    ],
    callbacks: [
      { setup: 'the plant', used: true, outcome: 'landed' as const },
      { setup: 'the lift', used: false, outcome: null },
    ],
    audience: {
      responses: 9,
      average_engagement: 6,
      peak_engagement: 9,
      laughs: 1,
      questions: 2,
      callbacks_landed: 1,
      callbacks_used: 1,
    },
  };

  test('tell the episode as Markdown in which nothing that was said is markup', () => {
    expect(
      showNotes(episode, 'en', { visitor: 'Ana', twin: 'AI Orla' }, 'Europe/Berlin'),
    ).toBe(`# Episode 3 with AI Orla

*21 November 2026 · 23 minutes · rated 8.3 of 10*

## Best moments

- **Laugh** (1:05), AI Orla: It has a committee \\[now\\]
- **Story**: It moved in

## What it was about

- \\# the \\*plant\\*

## What came back

- “the plant”: came back, and landed

## How it went

- 0:00 Banter
- 5:12 Comedy

## The audience

1 laugh, 2 questions, 1 of 1 callback landed. The visitor gave it 5 of 5.
`);
  });

  test('leave out what there was nothing of', () => {
    const bare = { ...episode, themes: [], reel: [], callbacks: [], visitor_rating: null };
    const notes = showNotes(bare, 'de', { visitor: 'Ana', twin: 'KI Orla' }, 'UTC');
    expect(notes).toContain('# Folge 3 mit KI Orla');
    expect(notes).not.toContain('## Die besten Momente');
  });
});
