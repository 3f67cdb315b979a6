import { emptyExtract } from '@understudy/contract/leads';
import { describe, expect, test } from 'vitest';
import { isComposerDisabled, presenceOf, unfinishedReply } from './talk.ts';
import { answer, asks, delta, died, hears, play, request, screen, segment, startedTalk } from './testing/scene.ts';

const failure = { sentence: 'The server cannot be reached.', retryAt: null, remedy: 'again' } as const;

describe('a turn', () => {
  test('thinks with the field disabled, then speaks with the field open, then is quiet', () => {
    const thinking = play(startedTalk(), asks('a', 100, 'What do you do?'));
    expect(presenceOf(thinking)).toBe('thinking');
    expect(isComposerDisabled(thinking)).toBe(true);

    const speaking = play(thinking, hears('a', delta('I help '), 200), hears('a', delta('companies.'), 220));
    expect(screen(speaking)).toEqual(['> What do you do?', 'I help companies.']);
    expect(presenceOf(speaking)).toBe('speaking');
    expect(isComposerDisabled(speaking)).toBe(false);

    const done = play(
      speaking,
      hears('a', segment(0, 'I help companies.'), 230),
      hears('a', answer(['I help companies.']), 240),
    );
    expect(screen(done)).toEqual(['> What do you do?', 'I help companies.']);
    expect(presenceOf(done)).toBe('idle');
    expect(unfinishedReply(done)).toBeNull();
  });

  test.each(['greeting', 'followup'] as const)('a %s disables the field too, until its first words', (kind) => {
    const asked = { type: 'asked', request: request('g', '', kind), spoken: false, at: 0 } as const;
    const thinking = play(startedTalk(), asked);
    expect(isComposerDisabled(thinking)).toBe(true);
    expect(isComposerDisabled(play(thinking, hears('g', delta('Hello'), 1)))).toBe(false);
  });

  test('shows each segment after its pause and goes on speaking until the last is shown', () => {
    const all = play(
      startedTalk(),
      asks('a', 0),
      hears('a', answer(['One.', ['Two.', 700], ['Three.', 1_000]]), 1_000),
    );
    expect(screen(all)).toEqual(['> Hello', 'One.']);
    expect(presenceOf(all)).toBe('speaking');
    expect(screen(play(all, { type: 'tick', at: 1_699 }))).toEqual(['> Hello', 'One.']);
    const second = play(all, { type: 'tick', at: 1_700 });
    expect(screen(second)).toEqual(['> Hello', 'One.', 'Two.']);
    const third = play(second, { type: 'tick', at: 2_700 });
    expect(screen(third)).toEqual(['> Hello', 'One.', 'Two.', 'Three.']);
    expect(presenceOf(third)).toBe('idle');
  });

  test('gives its segments times one second apart', () => {
    const talk = play(startedTalk(), asks('a', 0), hears('a', answer(['One.', 'Two.', 'Three.']), 5_000));
    const reply = talk.entries.at(-1);
    expect(reply?.kind === 'agent' ? reply.script.map((one) => one.at) : []).toEqual([5_000, 6_000, 7_000]);
  });

  test('tells who answered when it was not the model that was asked, and forgets it with the next answer', () => {
    const fellBack = play(
      startedTalk(),
      asks('a', 0),
      hears('a', answer(['Hi.'], { model: 'embedded', provider: 'embedded' }), 1),
    );
    expect(fellBack.answeredBy).toEqual({ asked: 'asked-model', model: 'embedded', provider: 'embedded' });
    expect(play(fellBack, asks('b', 2), hears('b', answer(['Hi.']), 3)).answeredBy).toBeNull();
  });

  test('keeps what an analysis found until another one comes', () => {
    const extract = { ...emptyExtract(), intent: 'consulting_inquiry' as const, lead_score: 72, confidence: 0.8 };
    const talk = play(startedTalk(), asks('a', 0), hears('a', answer(['Hi.'], { extract }), 1));
    expect(talk.extract).toEqual(extract);
    expect(play(talk, asks('b', 2), hears('b', answer(['Hi.']), 3)).extract).toEqual(extract);
  });
});

describe('a new message while a reply is written', () => {
  const written = play(startedTalk(), asks('a', 0), hears('a', answer(['One.', ['Two.', 700]]), 10));

  test('brings the rest of it at once, and marks nothing', () => {
    const talk = play(written, asks('b', 20, 'And then?'));
    expect(screen(talk)).toEqual(['> Hello', 'One.', 'Two.', '> And then?']);
    expect(talk.entries[1]).toMatchObject({ status: 'done' });
  });

  test('ends it with the words that the server kept of it', () => {
    const talk = play(
      startedTalk(),
      asks('a', 0),
      hears('a', delta('On the one'), 10),
      asks('b', 20, 'Shorter'),
      hears('a', delta(' hand'), 21),
      hears('a', answer(['On the one hand']), 22),
    );
    expect(screen(talk)).toEqual(['> Hello', 'On the one hand', '> Shorter']);
    expect(talk.entries[1]).toMatchObject({ status: 'done', final: true });
    expect(presenceOf(talk)).toBe('thinking');
  });

  test('drops one of which nothing was shown', () => {
    const talk = play(startedTalk(), asks('a', 0), asks('b', 5, 'I mean'), hears('a', delta('Too late'), 6));
    expect(screen(talk)).toEqual(['> Hello', '> I mean']);
  });
});

test('times on screen never run backwards', () => {
  const talk = play(
    startedTalk(),
    asks('a', 1_000),
    hears('a', answer(['One.', 'Two.', 'Three.']), 1_100),
    asks('b', 1_200, 'And?'),
    hears('b', answer(['Four.', 'Five.']), 1_300),
  );
  const times = talk.entries.flatMap((entry) =>
    entry.kind === 'visitor' ? [entry.at] : entry.script.map(({ at }) => at),
  );
  expect(times).toEqual([1_000, 1_100, 2_100, 3_100, 3_100, 3_100, 4_100]);
});

describe('an interruption', () => {
  const speaking = play(startedTalk(), asks('a', 0), hears('a', answer(['One.', ['Two.', 700]]), 10));

  test('of a spoken reply keeps what was shown and drops what waited for its pause', () => {
    const talk = play(speaking, { type: 'interrupted', turnId: 'a', at: 20 });
    expect(screen(talk)).toEqual(['> Hello', 'One.']);
    expect(talk.entries.at(-1)).toMatchObject({ status: 'interrupted', final: true });
    expect(screen(play(talk, { type: 'tick', at: 9_999 }))).toEqual(['> Hello', 'One.']);
  });

  test('of a reply that stands there to its end changes nothing', () => {
    const whole = play(speaking, { type: 'tick', at: 5_000 }, { type: 'interrupted', turnId: 'a', at: 6_000 });
    expect(screen(whole)).toEqual(['> Hello', 'One.', 'Two.']);
    expect(whole.entries.at(-1)).toMatchObject({ status: 'done' });
  });

  test('leaves nothing of a reply of which nothing was shown', () => {
    const talk = play(startedTalk(), asks('a', 0), { type: 'interrupted', turnId: 'a', at: 2 });
    expect(screen(talk)).toEqual(['> Hello']);
    expect(talk.entries).toHaveLength(1);
  });

  test('is one only if the server kept it as one', () => {
    const talk = play(speaking, { type: 'interrupted', turnId: 'a', at: 20 });
    const kept = play(talk, { type: 'interruption_kept', turnId: 'a', interrupted: false });
    expect(kept.entries.at(-1)).toMatchObject({ status: 'done' });
  });

  test('by the visitor offers the rest, and words that were under way come too late', () => {
    const writing = play(startedTalk(), asks('a', 0), hears('a', delta('I was about'), 10));
    const stopped = play(writing, { type: 'stopped', at: 20 }, hears('a', delta(' to say'), 21));
    expect(screen(stopped)).toEqual(['> Hello', 'I was about']);
    expect(unfinishedReply(stopped)?.request.turnId).toBe('a');
  });

  test('of a greeting nobody heard leaves nothing behind', () => {
    const greeting = { type: 'asked', request: request('g', '', 'greeting'), spoken: false, at: 0 } as const;
    const talk = play(startedTalk(), greeting, asks('a', 5));
    expect(screen(talk)).toEqual(['> Hello']);
    expect(talk.entries).toHaveLength(2);
  });

  test('told by the server is final: there is no rest to ask for', () => {
    const talk = play(
      startedTalk(),
      asks('a', 0),
      hears('a', answer(['Half'], { interrupted: true, partial: true }), 5),
    );
    expect(screen(talk)).toEqual(['> Hello', 'Half']);
    expect(unfinishedReply(talk)).toBeNull();
  });
});

describe('a lost connection', () => {
  test('leaves the words on screen while the reply is heard again from its beginning', () => {
    let talk = play(startedTalk(), asks('a', 0), hears('a', delta('One two three'), 10), {
      type: 'rejoining',
      turnId: 'a',
    });
    expect(screen(talk)).toEqual(['> Hello', 'One two three']);
    expect(presenceOf(talk)).toBe('speaking');
    talk = play(talk, hears('a', delta('One '), 20));
    expect(screen(talk)).toEqual(['> Hello', 'One two three']);
    talk = play(talk, hears('a', delta('two three four'), 21));
    expect(screen(talk)).toEqual(['> Hello', 'One two three four']);
    talk = play(talk, hears('a', answer(['One two three four.']), 22));
    expect(screen(talk)).toEqual(['> Hello', 'One two three four.']);
  });

  test('does not hold the pauses again that were held before', () => {
    const two = [segment(0, 'One.'), delta('Two.'), segment(1, 'Two.', 5_000)];
    let talk = play(startedTalk(), asks('a', 0), ...two.map((message) => hears('a', message, 10)), {
      type: 'tick',
      at: 6_000,
    });
    expect(screen(talk)).toEqual(['> Hello', 'One.', 'Two.']);
    talk = play(talk, { type: 'rejoining', turnId: 'a' }, ...two.map((message) => hears('a', message, 7_000)));
    expect(screen(talk)).toEqual(['> Hello', 'One.', 'Two.']);
  });

  test('gives way to a reply that was written anew in other words', () => {
    const talk = play(
      startedTalk(),
      asks('a', 0),
      hears('a', delta('Once upon'), 10),
      { type: 'rejoining', turnId: 'a' },
      hears('a', answer(['Now then.']), 20),
    );
    expect(screen(talk)).toEqual(['> Hello', 'Now then.']);
  });

  test('that cannot be made again leaves a message unsent, to be sent again at the end under its own id', () => {
    const failed = play(startedTalk(), asks('a', 0), { type: 'failed', turnId: 'a', failure, at: 10 });
    expect(screen(failed)).toEqual(['? Hello']);
    const later = play(failed, asks('b', 20, 'Another'), hears('b', answer(['Yes.']), 21), asks('a', 30));
    expect(screen(later)).toEqual(['> Another', 'Yes.', '> Hello']);
  });

  test('after words were heard cuts the reply and keeps the message', () => {
    const talk = play(startedTalk(), asks('a', 0), hears('a', delta('Half a'), 5), {
      type: 'failed',
      turnId: 'a',
      failure,
      at: 10,
    });
    expect(screen(talk)).toEqual(['> Hello', 'Half a']);
    expect(unfinishedReply(talk)?.status).toBe('cut');
  });

  test('of a follow-up is not spoken of', () => {
    const followup = { type: 'asked', request: request('f', '', 'followup'), spoken: false, at: 0 } as const;
    const talk = play(startedTalk(), followup, { type: 'failed', turnId: 'f', failure, at: 10 });
    expect(talk.entries).toEqual([]);
  });
});

describe("a provider's stream that died", () => {
  const cut = play(startedTalk(), asks('a', 0), hears('a', delta('Half a sen'), 5), hears('a', died, 6));

  test('keeps the words and offers the rest', () => {
    expect(screen(cut)).toEqual(['> Hello', 'Half a sen']);
    expect(unfinishedReply(cut)?.status).toBe('cut');
    expect(presenceOf(cut)).toBe('idle');
  });

  test('the rest is heard in the same place', () => {
    const whole = play(cut, { type: 'rejoining', turnId: 'a' }, hears('a', answer(['Half a sentence and more.']), 9));
    expect(screen(whole)).toEqual(['> Hello', 'Half a sentence and more.']);
    expect(unfinishedReply(whole)).toBeNull();
  });

  test('is not offered any more once the conversation went on', () => {
    expect(unfinishedReply(play(cut, asks('b', 10)))).toBeNull();
  });
});

describe('the frame of a talk', () => {
  test('a start that fails goes back to the start screen with the sentence', () => {
    const talk = play(startedTalk(), { type: 'starting' }, { type: 'troubled', sentence: 'No.', retryAt: null });
    expect(talk.phase).toBe('fresh');
    expect(talk.trouble?.sentence).toBe('No.');
  });

  test('an end brings the rest of a reply at once, unmarked', () => {
    const talk = play(startedTalk(), asks('a', 0), hears('a', answer(['One.', ['Two.', 9_000]]), 1));
    const ended = play(talk, { type: 'ended', sentence: 'Over.', keep: true, at: 5 });
    expect(screen(ended)).toEqual(['> Hello', 'One.', 'Two.']);
    expect(ended.entries.at(-1)).toMatchObject({ status: 'done' });
  });

  test('an end without consent leaves nothing to read, one with consent everything', () => {
    const talk = play(startedTalk(), asks('a', 0), hears('a', answer(['Hi.']), 1));
    expect(screen(play(talk, { type: 'ended', sentence: 'Over.', keep: true, at: 9_999 }))).toEqual(['> Hello', 'Hi.']);
    expect(screen(play(talk, { type: 'ended', sentence: 'Over.', keep: false, at: 9_999 }))).toEqual([]);
  });

  test('times that were offered are gone once one was booked, and later ones are offered again', () => {
    const offers = [
      { kind: 'topic', label: 'Prices', payload: 'Prices?' },
      { kind: 'slot', label: 'Mon', payload: '2026-12-07T10:00:00Z intro' },
      { kind: 'call', label: 'Another time', payload: '' },
    ] as const;
    const meeting = { title: 'First call', start: '2026-12-07T10:00:00Z', end: '2026-12-07T10:30:00Z' };
    const offered = play(startedTalk(), asks('a', 0), hears('a', answer(['Hi.'], { offers: [...offers] }), 1));
    const booked = play(offered, { type: 'meeting_changed', meeting });
    expect(booked.meeting).toEqual(meeting);
    expect(booked.entries.at(-1)).toMatchObject({ offers: [{ kind: 'topic' }] });
    const later = play(booked, asks('b', 2), hears('b', answer(['Or'], { offers: [...offers] }), 3));
    expect(later.entries.at(-1)).toMatchObject({ offers });
    expect(later.meeting).toEqual(meeting);
  });

  test('a reply that books, moves or cancels says what is booked', () => {
    const meeting = { title: 'First call', start: '2026-12-07T10:00:00Z', end: '2026-12-07T10:30:00Z' };
    const booked = play(startedTalk(), asks('a', 0), hears('a', answer(['Booked.'], { meeting }), 1));
    expect(booked.meeting).toEqual(meeting);
    const cancelled = play(booked, asks('b', 2), hears('b', answer(['Canceled.'], { meeting: null }), 3));
    expect(cancelled.meeting).toBeNull();
  });

  test('an unsent line that is taken back stands in the field again, before what is there', () => {
    const talk = play(
      startedTalk(),
      asks('a', 0, 'First'),
      { type: 'failed', turnId: 'a', failure, at: 1 },
      { type: 'drafted', text: 'second' },
      { type: 'withdrawn', turnId: 'a' },
    );
    expect(screen(talk)).toEqual([]);
    expect(talk.draft).toBe('First\nsecond');
  });

  test('a mode switch keeps the history', () => {
    const talk = play(startedTalk(), asks('a', 0), hears('a', answer(['Hi.']), 1), { type: 'chose', mode: 'futurist' });
    expect(talk.mode).toBe('futurist');
    expect(screen(talk)).toEqual(['> Hello', 'Hi.']);
  });
});
