import { describe, expect, test } from 'vitest';
import { understand } from '../../testing/understand.ts';
import { readMoves } from '../twin/index.ts';
import { isOffRecord } from './off-record.ts';
import type { Flag } from './understanding.ts';

const URGENT: ReadonlySet<Flag> = new Set(['selfharm', 'selfharm_other', 'medical', 'danger', 'abuse', 'injection']);
/** What the twin says in ordinary replies. */
const TWIN_LINES = readMoves()
  .filter(({ slot }) => slot !== 'safety')
  .flatMap(({ lines }) => lines);

/** Lines written before the rows that they test; what is still read wrongly is listed. */

const flagsOf = async (line: string, before: string | null = null) => (await understand(line, { before })).flags;

/** What a twin says when somebody tells of a hospital. */
const WARD = 'Three wards, one thermometer. Are you all right? What is happening over there?';

describe('an animal, a thing or a joke that is ill', () => {
  const STILL_ALARMING = [
    "my son's goldfish isn't breathing, can fish faint",
    "he was unconscious by nine, he'd had one sherry at the wedding",
  ];
  test.each([
    "hold on, the cat's just been sick on the mat",
    'My mouth? I said I kept it shut. Do you remember my snow story at all?',
    "the dog's been sick in the car again",
    'sorry, back now, the dog was sick on my slippers',
    "My cat is dying to get out and it's four in the morning",
    'the hamster collapsed in its wheel, he does it for attention',
    "the budgie has stopped singing, I think he's sulking",
    'our rabbit died on Friday and the kids want a state funeral',
    'the goldfish died, the third one, all called Gerald',
    "my laptop is dying, I've four percent",
    "the phone's about to die, talk fast",
    "the battery's dying, sorry",
    'my car died outside the crematorium',
    'the engine died twice on the way to Crewe',
    "the printer's having a seizure again",
    'the fridge is on its last legs and bleeding water',
    "my radiator is bleeding, I mean I'm bleeding the radiators",
    'the new colours bleed into each other in the wash',
    "the ink bled all over the vicar's speech",
    "I'm dying here, that's the worst joke I ever heard",
    'I nearly died laughing',
    "I'm dead, you killed me with that one",
    'that joke was sick',
    'sick beat, that',
    "I'm sick of Mondays",
    "I'm sick and tired of the rota",
    'sick as a parrot, we lost on penalties',
    'my nan would have a stroke if she saw that haircut',
    'you nearly gave me a heart attack',
    'I had a heart attack when I saw the bill, not really',
    'the audience died, then I died, then the lights went',
    'we died on stage in Hull',
    'the comedian died at the Empire, not one laugh',
    "I'm choking on my toast, you're so funny",
    'my heart stopped when the swan stood up',
    "he was unconscious by nine, he'd had one sherry at the wedding",
    'my feet are killing me',
    'my tomatoes are dying and I water them every day',
    'the plant on my desk collapsed, nobody waters it',
    "the soufflé collapsed and so did Grandma's patience",
    'the shelf collapsed and took the trophies',
    'the horse is bleeding money out of me',
    'the vet bills are bleeding me dry',
    'that bloody dog swallowed my sock',
    'the puppy swallowed a whole tea towel',
    "my son's goldfish isn't breathing, can fish faint",
    'a pigeon had a fit on our balcony',
    "the cat's got a numb look about her",
    'my soul is numb after that meeting',
    "there's no pulse in this room tonight",
    'The party was dying on its feet',
    'our hen fainted when the fox looked at her',
    "my goat faints, it's the breed",
    'a ward full of moths and Desmond passed out in the linen room, this was years ago',
  ])('is no emergency: %s', async (line) => {
    const isWrong = STILL_ALARMING.includes(line);
    expect((await flagsOf(line)).has('medical')).toBe(isWrong);
  });

  test('nor when the twin spoke of a hospital before', async () => {
    expect([...(await flagsOf("hold on, the cat's just been sick on the mat", WARD))]).not.toContain('medical');
  });

  test.each(['we died on stage in Hull', 'the engine died twice on the way to Crewe'])(
    'is no loss to condole: %s',
    async (line) => {
      expect([...(await flagsOf(line))]).not.toContain('grief');
    },
  );
});

describe('somebody who is ill or hurt', () => {
  test.each([
    "my dad's been sick all night and now he's not making sense",
    "hold on, my husband's just collapsed on the mat",
    "my wife is bleeding and it won't stop",
    'my son swallowed a battery',
    "the baby swallowed one of the dog's pills",
    "the dog bit me and I'm bleeding badly",
    'my chest hurts and my arm is numb',
    "I feel sick and there's a pain in my chest",
    "The cat was sick and now my chest is tight and I can't breathe",
    "hang on, the dog's barking, my mum has passed out",
    "she's had a fall and she's unconscious",
    "he isn't breathing",
    "my grandmother's face has dropped on one side and she can't talk",
    'my friend is having a seizure',
    "I've taken too many pills",
    "he's choking on a piece of toast",
    'my daughter is having an allergic reaction to a wasp',
    "my neighbour collapsed in the hall and doesn't wake up",
    "I've cut my hand and it's bleeding a lot",
    'my heart is racing and I feel faint',
    "I can't feel my left side",
    "I think I'm having a heart attack",
    'i think my dad is having a stroke',
    "my husband drank something and he's vomiting blood",
    "I've been coughing up blood since this morning",
    "there's blood everywhere, he cut himself with the saw",
    'someone here just fainted and hit her head',
    'a colleague has passed out at his desk',
    'a customer has collapsed in the shop, what do I do',
    'my baby has a fever of 41 and is limp',
    "I can't breathe",
    'my little one has stopped breathing',
    'my lips are swelling after the nuts',
    'the old man next to me on the bus is unconscious',
    "pain in my chest since an hour, it's going into my jaw",
    'my partner overdosed',
    "My cat scratched me, now my arm is swollen and I feel dizzy and can't breathe",
    "a horse kicked me in the head and I can't see straight",
    "my mum is dying, she can't breathe, help",
    "the dog knocked grandad over and he's bleeding from the head",
  ])('is an emergency, whatever the animals do: %s', async (line) => {
    const flags = await flagsOf(line);
    expect(flags.has('medical') || flags.has('danger')).toBe(true);
  });

  test.each([
    "The cat's been sick on the mat. And my husband has collapsed.",
    'the dog was sick, my chest hurts and I cannot breathe',
    'The printer is having a seizure. Now seriously, I have chest pain.',
  ])('is heard beside an animal or a thing: %s', async (line) => {
    expect([...(await flagsOf(line))]).toContain('medical');
  });
});

/** Whether a line asks for something to be forgotten, deleted or kept from the notes. */
async function asksToForget(line: string): Promise<boolean> {
  const read = await understand(line, { before: null });
  return isOffRecord(read) || ['withdraw_consent', 'delete_data'].some((one) => read.requests.has(one as never));
}

describe('talk of keeping and forgetting', () => {
  const STILL_TAKEN_FOR_A_WISH = [
    'forget everything I said about herons, I was wrong about herons',
    "stop recording my every sneeze in your head, I'm joking",
  ];
  test.each([
    "Doesn't that bother you though? Not keeping any of it.",
    "doesn't it make you sad, not keeping anything",
    'do you ever wish you could keep it all',
    'is it lonely, not remembering anyone',
    'so you forget everything? every night?',
    "what's it like to forget all of it",
    "don't you mind that nothing is kept",
    'do you keep any of this when I go',
    'Do you write this down somewhere',
    'is this recorded',
    'who reads this afterwards',
    'will you remember me tomorrow',
    "you won't remember any of this, will you",
    "you don't keep secrets, do you",
    'can you keep a secret',
    'do you ever tell anyone what people say to you',
    'Would you tell him if I said something rude',
    "isn't it odd, never keeping a single conversation",
    'not remembering, is that freedom',
    'I never keep receipts',
    'my mother never keeps a letter',
    "we don't keep records, that's half our problem",
    'he never writes anything down and then blames me',
    'I stopped keeping a diary when I met her',
    "My nan couldn't keep a secret if you nailed it to her",
    'they stopped recording that show in 1986',
    "I don't record the radio anymore, nobody does",
    'It was a secret, then it was a rumour, then it was a wedding',
    'I erased the tape by mistake, the whole honeymoon',
    'forget everything I said about herons, I was wrong about herons',
    'we wiped the floor with them',
    "I deleted my ex's number and then I dialled it from memory",
    'I burn all my letters in October',
    'she told me not to tell anyone and I told the bus',
    'the record of the choir is awful, leave it in the sleeve',
    'do you mind if I forget your name',
    'what happens to all the stories when you stop',
    'where do the words go when I close this',
    'Does he get to keep them, the stories',
    'Not a trace of him, only the hat',
    'and none of it stays with you? Not one line?',
    'Can you stop taking notes and just talk to me?',
    "stop recording my every sneeze in your head, I'm joking",
  ])('is no wish to be forgotten: %s', async (line) => {
    expect(await asksToForget(line)).toBe(STILL_TAKEN_FOR_A_WISH.includes(line));
  });
});

describe('the wish to be forgotten, or not to be noted', () => {
  const STILL_MISSED = [
    'I want no trace of this chat left',
    "does it bother you if I ask you not to keep any of it? please don't",
  ];
  test.each([
    "please don't keep any of it",
    "don't keep any of this, please",
    'Keep this between us',
    "this stays between us, right, don't write it down",
    "don't write this one down please",
    "please don't write that down, I mean it",
    'stop recording me',
    'please stop keeping what I say',
    "off the record, she's leaving him",
    "I don't want this in your notes",
    "don't tell Matthias I said so",
    'leave that out of your notes',
    "don't put my name in the notes please",
    'between you and me, I hate the job',
    'this is confidential',
    'in strict confidence, the firm is broke',
    "don't mention it to anyone",
    "don't repeat that to anyone",
    'nobody must know about this',
    'keep it to yourself',
    'delete everything I said',
    'please delete all of this',
    'erase what I told you',
    'forget everything I told you about my wife, delete it',
    "I'd like my data deleted",
    'can you wipe this chat',
    'I withdraw my consent',
    "I don't consent to being recorded",
    "I didn't agree to you keeping this",
    'please stop storing this',
    "don't save this conversation",
    "don't store anything about me",
    'do not record this',
    "stop taking notes of what I say, I don't want it kept",
    'no notes please, this is private',
    'not for the record, but he drinks',
    'keep that quiet please',
    "strictly between ourselves, I've applied elsewhere",
    "don't note that",
    'I want no trace of this chat left',
    "does it bother you if I ask you not to keep any of it? please don't",
  ])('is heard: %s', async (line) => {
    expect(await asksToForget(line)).toBe(!STILL_MISSED.includes(line));
  });
});

describe('a courtesy', () => {
  test.each(['Bye', 'Goodbye', 'bye then', 'see you', 'Thanks', 'ok', 'no', 'fine', 'never mind', 'good night'])(
    'is no cry for help, whatever the twin said before: %s',
    async (line) => {
      const wrong = [];
      for (const before of TWIN_LINES)
        for (const flag of await flagsOf(line, before)) if (URGENT.has(flag)) wrong.push({ before, flag });
      expect(wrong).toEqual([]);
    },
  );
});
