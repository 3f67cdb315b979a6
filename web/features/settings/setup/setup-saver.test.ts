import type { Setup } from '@understudy/contract/setup';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../../platform/http.ts';
import { createSetupSaver } from './setup-saver.ts';

const setup = (version: number, name = ''): Setup =>
  ({ state: 'begun', version, step: 'you', answers: { name, title: '' }, changes: {}, problem: null }) as never;
const conflict = () => new CallError('conflict', 'Dana has changed the setup.', { status: 409 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the setup saver', () => {
  it('saves once after a pause in typing, and what was typed meanwhile afterwards', async () => {
    const sent: unknown[] = [];
    const change = vi.fn(async (_: string, __: string, body: unknown) => {
      sent.push((body as Setup).answers.name);
      if (sent.length === 1) saver.change({ name: 'Ann B' });
      return setup(sent.length, (body as Setup).answers.name);
    });
    const saver = createSetupSaver(setup(0), { get: vi.fn(), change: change as never });
    saver.change({ name: 'An' });
    saver.change({ name: 'Ann' });
    expect(saver.store.get().progress.is).toBe('unsaved');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual(['Ann', 'Ann B']);
    expect(saver.store.get()).toMatchObject({ progress: { is: 'saved' }, answers: { name: 'Ann B' } });
  });

  it('takes what the server fills in, but nothing that is being typed', async () => {
    const change = vi.fn(async (_: string, __: string, body: unknown) => {
      if (change.mock.calls.length === 1) saver.change({ name: 'Ann B' });
      return { ...setup(1), answers: { ...(body as Setup).answers, title: 'Adviser' } };
    });
    const saver = createSetupSaver(setup(0), { get: vi.fn(), change: change as never });
    saver.change({ base: 'current', name: 'Ann' });
    await vi.advanceTimersByTimeAsync(700);
    expect(saver.store.get().answers).toMatchObject({ name: 'Ann B', title: 'Adviser' });
  });

  it('keeps what could not be saved, and saves it when asked again', async () => {
    const change = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(setup(1, 'Ann'));
    const saver = createSetupSaver(setup(0), { get: vi.fn(), change });
    saver.change({ name: 'Ann' });
    expect(await saver.flush()).toBe(false);
    expect(saver.store.get()).toMatchObject({ progress: { is: 'failed' }, answers: { name: 'Ann' } });
    expect(await saver.flush()).toBe(true);
  });

  it('asks whose answers to keep when another owner was first, and saves nothing before', async () => {
    const change = vi.fn().mockRejectedValueOnce(conflict()).mockResolvedValue(setup(6, 'Mine'));
    const saver = createSetupSaver(setup(0), { get: vi.fn().mockResolvedValue(setup(5, 'Theirs')), change });
    saver.change({ name: 'Mine' });
    expect(await saver.flush()).toBe(false);
    expect(saver.store.get().progress).toMatchObject({ is: 'conflict', theirs: { version: 5 } });
    saver.change({ title: 'Adviser' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(change).toHaveBeenCalledTimes(1);
    saver.resolve('mine');
    await vi.advanceTimersByTimeAsync(0);
    expect(change.mock.lastCall?.[2]).toMatchObject({ version: 5, answers: { name: 'Mine', title: 'Adviser' } });
  });

  it('takes the other owner’s answers where one wishes', async () => {
    const change = vi.fn().mockRejectedValue(conflict());
    const saver = createSetupSaver(setup(0), { get: vi.fn().mockResolvedValue(setup(5, 'Theirs')), change });
    saver.change({ name: 'Mine' });
    await saver.flush();
    saver.resolve('theirs');
    expect(saver.store.get()).toMatchObject({ progress: { is: 'saved' }, answers: { name: 'Theirs' } });
  });

  it('takes a conflict with its own answers for saved: only the answer to the change was lost', async () => {
    const change = vi.fn().mockRejectedValueOnce(conflict()).mockResolvedValue(setup(2, 'Ann  B'));
    const saver = createSetupSaver(setup(0), { get: vi.fn().mockResolvedValue(setup(1, 'Ann B')), change });
    saver.change({ name: 'Ann  B' });
    expect(await saver.flush()).toBe(true);
    expect(saver.store.get()).toMatchObject({ progress: { is: 'saved' }, setup: { version: 1 } });
  });
});

describe('publishing', () => {
  const published = (version: number, name: string): Setup => ({ ...setup(version, name), state: 'published' });
  const SAVED = { saved: [{ file: 'persona.yaml', version: 4 }] };

  it('keeps what is typed meanwhile, saves it only afterwards, and bases it on what was published', async () => {
    const sent: string[] = [];
    const change = vi.fn(async (method: string, path: string, body: unknown) => {
      sent.push(`${method} ${path}`);
      if (path !== 'setup/publish') return { ...setup(3), answers: (body as Setup).answers };
      saver.change({ title: 'Adviser' });
      await vi.advanceTimersByTimeAsync(5_000);
      expect(sent).toEqual(['POST setup/publish']);
      return SAVED;
    });
    const get = vi.fn().mockResolvedValue(published(2, 'Ann'));
    const saver = createSetupSaver(setup(1, 'Ann'), { get, change: change as never });
    await saver.publish();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saver.store.get().answers).toMatchObject({ name: 'Ann', title: 'Adviser' });
    expect(sent).toEqual(['POST setup/publish', 'PUT setup']);
    expect(change.mock.lastCall?.[2]).toMatchObject({ version: 2, answers: { title: 'Adviser' } });
    expect(saver.store.get().progress.is).toBe('saved');
  });

  it('begins nothing anew while one looks around, and brings the answers back when undone', async () => {
    const change = vi.fn(async () => SAVED);
    const get = vi.fn().mockResolvedValueOnce(published(2, 'Ann')).mockResolvedValueOnce(setup(3, 'Ann Draft'));
    const saver = createSetupSaver(setup(1, 'Ann'), { get, change: change as never });
    await saver.publish();
    saver.open('manner');
    saver.open('publish');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(change).toHaveBeenCalledTimes(1);
    await saver.undo();
    expect(change.mock.lastCall).toEqual(['POST', 'setup/undo', { version: 2 }]);
    expect(saver.store.get()).toMatchObject({ answers: { name: 'Ann Draft' }, progress: { is: 'saved' } });
  });
});
