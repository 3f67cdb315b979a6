import { expect, test } from 'vitest';
import { settle } from '../../../platform/testing/fake-clock.ts';
import { createEntrance, type Enterable } from './entrance.ts';

/** An entrance whose chunk loads, or fails, when the test says so. */
function scene({ resumes = false } = {}) {
  const done: string[] = [];
  const loads: PromiseWithResolvers<'room'>[] = [];
  const reported: unknown[] = [];
  let idle: (() => void) | null = null;
  const entrance = createEntrance<'room', Enterable>({
    load() {
      const load = Promise.withResolvers<'room'>();
      loads.push(load);
      return load.promise;
    },
    createChat(_room, requestedMode) {
      done.push(`created ${requestedMode}`);
      return {
        open: () => void done.push('opened'),
        close: () => void done.push('closed'),
        start: async (consent, _sound, talk) => void done.push(`started ${consent}${talk ? ' talking' : ''}`),
        chooseMode: (mode) => void done.push(`mode ${mode}`),
        stage: (isShow) => void done.push(isShow ? 'show' : 'no show'),
      };
    },
    hasConversation: () => resumes,
    wakeSound: async () => void done.push('sound'),
    whenIdle(callback) {
      idle = callback;
      return () => {
        idle = null;
      };
    },
    report: (error) => void reported.push(error),
  });
  return { entrance, done, loads, reported, idle: () => idle?.(), is: () => entrance.store.get() };
}

test('the code of the talk is fetched when the page is idle, and nothing is opened by that', async () => {
  const { entrance, loads, idle, done, is } = scene();
  entrance.open();
  expect(loads).toHaveLength(0);
  idle();
  loads[0]?.resolve('room');
  await settle();
  expect(loads).toHaveLength(1);
  expect(is()).toEqual({ is: 'waiting' });
  expect(done).toEqual([]);
});

test('a start wakes the sound within the click, then waits for the code', async () => {
  const { entrance, loads, done, is } = scene();
  entrance.open();
  entrance.request('futurist');
  entrance.start(true, false);
  expect(done).toEqual(['sound']);
  expect(is()).toEqual({ is: 'opening', to: 'start' });
  entrance.start(true, false);
  loads[0]?.resolve('room');
  await settle();
  expect(loads).toHaveLength(1);
  expect(done).toEqual(['sound', 'sound', 'created futurist', 'opened', 'started true']);
  expect(is()).toMatchObject({ is: 'open', room: 'room' });
});

test('a start after one that the server refused fetches nothing again', async () => {
  const { entrance, loads, done } = scene();
  entrance.start(false, false);
  loads[0]?.resolve('room');
  await settle();
  entrance.start(true, false);
  entrance.request('mentor');
  expect(loads).toHaveLength(1);
  expect(done.slice(-3)).toEqual(['sound', 'started true', 'mode mentor']);
});

test("'Talk' begins with the voice", async () => {
  const { entrance, loads, done } = scene();
  entrance.start(true, true);
  loads[0]?.resolve('room');
  await settle();
  entrance.start(true, true);
  expect(done).toEqual(['sound', 'created null', 'opened', 'started true talking', 'sound', 'started true talking']);
});

test('code that does not come is reported, and a second start fetches it again', async () => {
  const { entrance, loads, done, reported, is } = scene();
  const failure = new TypeError('Failed to fetch');
  entrance.start(true, false);
  loads[0]?.reject(failure);
  await settle();
  expect(is()).toEqual({ is: 'failed', to: 'start' });
  expect(reported).toEqual([failure]);
  entrance.start(true, false);
  loads[1]?.resolve('room');
  await settle();
  expect(done).toEqual(['sound', 'sound', 'created null', 'opened', 'started true']);
});

test('code that did not come while the page was idle is no failure yet', async () => {
  const { entrance, loads, idle, reported, is } = scene();
  entrance.open();
  idle();
  loads[0]?.reject(new TypeError('Failed to fetch'));
  await settle();
  expect(is()).toEqual({ is: 'waiting' });
  expect(reported).toEqual([]);
});

test('a conversation of this tab is gone on with at once, and asked for again when its code did not come', async () => {
  const { entrance, loads, done, is } = scene({ resumes: true });
  expect(is()).toEqual({ is: 'opening', to: 'resume' });
  entrance.open();
  loads[0]?.reject(new TypeError('Failed to fetch'));
  await settle();
  expect(is()).toEqual({ is: 'failed', to: 'resume' });
  entrance.resume();
  loads[1]?.resolve('room');
  await settle();
  expect(done).toEqual(['created null', 'opened']);
});

test('a screen that was closed meanwhile opens nothing, and closes what it opened', async () => {
  const early = scene({ resumes: true });
  early.entrance.open();
  early.entrance.close();
  early.loads[0]?.resolve('room');
  await settle();
  expect(early.done).toEqual([]);
  const late = scene({ resumes: true });
  late.entrance.open();
  late.loads[0]?.resolve('room');
  await settle();
  late.entrance.close();
  expect(late.done).toEqual(['created null', 'opened', 'closed']);
});
