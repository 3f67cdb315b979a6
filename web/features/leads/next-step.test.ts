import { describe, expect, it } from 'vitest';
import { createStorage } from '../../platform/storage.ts';
import { createNextStep, isInvited } from './next-step.ts';

const NO_HINT = { offer: null, unwelcome: false, email: null, phone: null, contact: null };
const TALK = { sessionId: 'one', hint: { ...NO_HINT, offer: 'score' as const }, arranged: null };
const CALL = { email: 'ana@costa.test', wished_time: 'Monday', due_date: '2026-12-01' };

function scene() {
  const kept = new Map<string, string>();
  const tab = createStorage(
    () =>
      ({
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      }) as unknown as globalThis.Storage,
  );
  const events: string[] = [];
  const load = () =>
    createNextStep(tab, (kind, payload) => void events.push(`${kind} ${Object.values(payload).join()}`.trim()));
  return { events, load, kept };
}

describe('the invitation', () => {
  it('is not made to somebody who asked for it and left a number', () => {
    expect(isInvited(null)).toBe(true);
    expect(isInvited({ ...NO_HINT, offer: 'asked' })).toBe(true);
    expect(isInvited({ ...NO_HINT, offer: 'score', phone: '+47 22 33 44 55' })).toBe(true);
    expect(isInvited({ ...NO_HINT, offer: 'asked', phone: '+47 22 33 44 55' })).toBe(false);
  });
});

describe('the offer of a next step', () => {
  it('appears once there is a reason, and says which', () => {
    const { events, load } = scene();
    const step = load();
    step.consider({ ...TALK, hint: null });
    step.consider({ ...TALK, hint: NO_HINT });
    expect(step.store.get()).toBe('none');
    step.consider(TALK);
    expect(step.store.get()).toBe('offered');
    expect(events).toEqual(['cta_shown score']);
  });

  it('is made once a session: not again when put aside, nor after a reload', () => {
    const { events, load } = scene();
    const step = load();
    step.consider(TALK);
    step.dismiss();
    step.consider({ ...TALK, hint: { ...TALK.hint, offer: 'asked' } });
    expect(step.store.get()).toBe('aside');
    const reloaded = load();
    reloaded.consider(TALK);
    expect(reloaded.store.get()).toBe('aside');
    expect(events).toEqual(['cta_shown score', 'cta_dismissed']);
  });

  it('stays over a reload, and over an analysis that takes the reason back', () => {
    const { events, load } = scene();
    load().consider(TALK);
    const step = load();
    step.consider({ ...TALK, hint: NO_HINT });
    expect(step.store.get()).toBe('offered');
    expect(events).toEqual(['cta_shown score']);
  });

  it('goes aside while strong words fall or it was refused, and comes back with the reason for it', () => {
    const { events, load } = scene();
    const step = load();
    step.consider(TALK);
    const angry = { ...TALK, hint: { ...NO_HINT, unwelcome: true } };
    step.consider(angry);
    expect(step.store.get()).toBe('aside');
    step.consider(TALK);
    expect(step.store.get()).toBe('offered');
    step.consider(angry);
    step.bringBack();
    step.dismiss();
    step.consider(TALK);
    expect(step.store.get()).toBe('aside');
    expect(events).toEqual(['cta_shown score', 'cta_dismissed']);

    const asked = { ...TALK, hint: { ...NO_HINT, offer: 'asked' as const } };
    const other = scene();
    other.load().consider(asked);
    const reloaded = other.load();
    reloaded.consider(asked);
    reloaded.consider({ ...asked, hint: NO_HINT });
    expect(reloaded.store.get()).toBe('aside');
  });

  it('leaves the call that was asked for on screen, whatever is said', () => {
    const step = scene().load();
    step.consider({ ...TALK, arranged: CALL });
    step.consider({ ...TALK, arranged: CALL, hint: { ...NO_HINT, unwelcome: true } });
    expect(step.store.get()).toBe('offered');
  });

  it('is made anew in another session, and goes with the session', () => {
    const { events, load } = scene();
    const step = load();
    step.consider(TALK);
    step.dismiss();
    step.consider({ ...TALK, sessionId: null, hint: null });
    expect(step.store.get()).toBe('none');
    step.consider({ ...TALK, sessionId: 'two' });
    expect(step.store.get()).toBe('offered');
    expect(events.filter((event) => event.startsWith('cta_shown'))).toHaveLength(2);
  });

  it('comes back when asked, goes aside when it was carried out, and tells what was chosen', () => {
    const { events, load } = scene();
    const step = load();
    step.consider(TALK);
    step.dismiss();
    step.bringBack();
    expect(step.store.get()).toBe('offered');
    step.choose('book_call');
    step.settle();
    expect(step.store.get()).toBe('aside');
    expect(events).toEqual(['cta_shown score', 'cta_dismissed', 'cta_clicked book_call']);
  });

  it('gives its place to a call that was asked for: before a reload, on another page, or just now', () => {
    const { events, load } = scene();
    const elsewhere = load();
    elsewhere.consider({ ...TALK, arranged: CALL });
    expect(elsewhere.store.get()).toBe('offered');
    expect(events).toEqual([]);
    elsewhere.dismiss();
    const reloaded = load();
    reloaded.consider({ ...TALK, arranged: CALL });
    expect(reloaded.store.get()).toBe('aside');
    const here = scene().load();
    here.consider(TALK);
    here.consider({ ...TALK, arranged: CALL });
    here.settle();
    expect(here.store.get()).toBe('offered');
  });

  it('is not brought about by a summary that was asked for without it', () => {
    const step = scene().load();
    step.consider({ ...TALK, hint: null });
    step.choose('get_summary');
    step.settle();
    expect(step.store.get()).toBe('none');
  });

  it('takes storage that somebody edited for nothing', () => {
    const { kept, load } = scene();
    kept.set('understudy.next_step', 'one forever');
    const step = load();
    step.consider({ ...TALK, hint: null });
    expect(step.store.get()).toBe('none');
  });
});
