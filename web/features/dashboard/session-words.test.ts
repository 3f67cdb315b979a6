import { describe, expect, it } from 'vitest';
import {
  chosenWords,
  complaintWords,
  ctaWords,
  durationWords,
  intentPicture,
  intentVariant,
  rangeCaption,
} from './session-words.ts';

describe('a session in words', () => {
  it('highlights three intents, leaves others quiet and outlines none', () => {
    expect(
      ['consulting_inquiry', 'partnership_vendor', 'speaking_request'].map((id) => intentVariant(id as never)),
    ).toEqual(['default', 'default', 'default']);
    expect(intentVariant('advice_request')).toBe('secondary');
    expect(intentVariant('spam')).toBe('secondary');
    expect(intentVariant(null)).toBe('outline');
  });

  it('tells who wants a person from who complains', () => {
    expect([true, false].map((asks_person) => complaintWords({ asks_person }))).toEqual([
      'Asked for a person',
      'Complaint',
    ]);
  });

  it('pictures an intent by purchase or demo, support, partner', () => {
    expect(intentPicture('purchase_intent')).toBe('buying');
    expect(intentPicture('demo_request')).toBe('buying');
    expect(intentPicture('support_request')).toBe('support');
    expect(intentPicture('partnership_vendor')).toBe('partner');
    expect(intentPicture('general_chat')).toBe('other');
    expect(intentPicture(null)).toBe('other');
  });

  it('tells a form that was only opened from one that was sent', () => {
    const opened = { cta_chosen: 'book_call', call_requested: false, booked: false, email: null };
    expect(chosenWords(opened)).toBe('book call (no call requested)');
    expect(ctaWords(opened)).toBe('book call (no call requested)');
    expect(chosenWords({ ...opened, call_requested: true })).toBe('book call');
    expect(ctaWords({ ...opened, call_requested: true })).toBe('call requested');
    expect(ctaWords({ ...opened, call_requested: true, booked: true })).toBe('meeting booked');
    const email = { ...opened, cta_chosen: 'leave_email' };
    expect(chosenWords(email)).toBe('leave email (no address left)');
    expect(ctaWords({ ...email, email: 'a@costa.test' })).toBe('leave email');
    expect(ctaWords({ ...opened, cta_chosen: null })).toBeNull();
  });

  it('says how far back the figures reach, and how long a session was', () => {
    expect(rangeCaption('7d')).toBe('Last 7 days');
    expect(rangeCaption('90d')).toBe('Last 90 days');
    expect(rangeCaption('1d')).toBe('Last 1 day');
    expect(durationWords({ duration: '12' })).toBe('12m');
    expect(durationWords({ duration: null })).toBe('Unknown');
  });
});
