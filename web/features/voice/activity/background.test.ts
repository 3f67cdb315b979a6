import { describe, expect, it } from 'vitest';
import { createBackground, type Standing } from './background.ts';

/** Places hops of a level, in decibels, and a speech probability; returns the standing of the last one. */
function scene() {
  const background = createBackground();
  return (db: number, probability: number, hops: number): Standing => {
    let standing: Standing = 'background';
    for (let hop = 0; hop < hops; hop += 1) {
      // A voice always fluctuates: two decibels up and down.
      standing = background.place(10 ** ((db + 2 * Math.sin(hop)) / 10), probability);
    }
    return standing;
  };
}

describe('telling the visitor from background voices', () => {
  it('lets no background voices begin a turn, from the first moment on', () => {
    const hear = scene();
    for (let second = 0; second < 20; second += 1) expect(hear(-40, 0.95, 31)).not.toBe('begins');
  });

  it('hears a visitor who stands out from them, until he has ended', () => {
    const hear = scene();
    hear(-45, 0.95, 900);
    expect(hear(-28, 0.99, 10)).toBe('begins');
    expect(hear(-41, 0.99, 8)).toBe('goes-on');
    expect(hear(-45, 0.95, 20)).toBe('background');
  });

  it('does not take a visitor for what is always there who talks for seven seconds without a pause', () => {
    const hear = scene();
    hear(-45, 0.95, 900);
    for (let word = 0; word < 18; word += 1) {
      expect(['begins', 'goes-on']).toContain(hear(-26, 0.99, 7));
      // Between two syllables the background voices are nearly as loud.
      hear(-42, 0.97, 5);
    }
    expect(hear(-45, 0.95, 20)).toBe('background');
  });

  it('soon lets others who have become louder be the background again', () => {
    const hear = scene();
    hear(-45, 0.95, 300);
    hear(-35, 0.95, 310);
    expect(hear(-35, 0.95, 31)).not.toBe('begins');
    expect(hear(-22, 0.99, 5)).toBe('begins');
  });

  it('notices that the network has become surer before the voice is loud', () => {
    const hear = scene();
    hear(-45, 0.7, 300);
    expect(hear(-46, 0.72, 3)).toBe('background');
    expect(hear(-46, 0.97, 3)).toBe('stirs');
  });

  it('asks for a level again when others come in, and for none when they have gone', () => {
    const hear = scene();
    hear(-60, 0.01, 300);
    expect(hear(-58, 0.9, 3)).toBe('begins');
    hear(-45, 0.6, 900);
    expect(hear(-43, 0.9, 3)).not.toBe('begins');
    hear(-60, 0.01, 900);
    expect(hear(-58, 0.9, 3)).toBe('begins');
  });

  it('asks for no level in a quiet room, however quiet the voice', () => {
    const hear = scene();
    hear(-70, 0.01, 60);
    expect(hear(-66, 0.9, 3)).toBe('begins');
  });

  it('asks for no level in noise without voices', () => {
    const hear = scene();
    hear(-30, 0.02, 90);
    expect(hear(-29, 0.9, 3)).toBe('begins');
  });

  it('forgets the room on a reset', () => {
    const background = createBackground();
    const fresh = createBackground();
    for (let hop = 0; hop < 100; hop += 1) background.place(1e-6, 0.01);
    background.reset();
    const after = (one: typeof background) =>
      Array.from({ length: 40 }, (_, hop) => one.place(1e-4 * (1 + (hop % 7)), 0.9));
    expect(after(background)).toEqual(after(fresh));
  });
});
