import { type Extract, emptyExtract } from '@understudy/contract/leads';
import type { ModelInfo, PublicConfig } from '@understudy/contract/wire';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { AnalysisCard, IntentBadge, ScoreBadge } from './components/analysis-card.tsx';
import AnalysisDetails from './components/analysis-details.tsx';
import { statusLine } from './components/chat-header.tsx';
import { modelOption } from './components/pickers.tsx';
import { answer, asks, delta, hears, play, startedTalk } from './testing/scene.ts';

const model = (id: string, more: Partial<ModelInfo> = {}): ModelInfo => ({
  id,
  name: `Model ${id}`,
  description: '',
  contextLength: '4k',
  color: '#000000',
  available: true,
  successor: null,
  ...more,
});
const config = { models: [model('asked-model'), model('embedded')] } as PublicConfig;

describe('the status line', () => {
  const thinking = play(startedTalk(), asks('a', 0));
  test.each([
    ['Ready', startedTalk()],
    ['Thinking', thinking],
    ['Writing', play(thinking, hears('a', delta('I'), 1))],
    ['Reconnecting', play(thinking, { type: 'connection', state: 'connecting' })],
    ['Conversation ended', play(thinking, { type: 'ended', sentence: '', keep: true, at: 9_999 })],
    [
      'Model embedded answered instead of Model asked-model',
      play(thinking, hears('a', answer(['Hi.'], { model: 'embedded', provider: 'embedded' }), 1)),
    ],
  ])('says %s', (expected, talk) => {
    expect(statusLine(talk, config)).toBe(expected);
  });
});

test('the picker says who answers for a retired model, and offers none that nobody answers for', () => {
  const label = (option: ModelInfo) => modelOption(config, option);
  expect(label(model('embedded'))).toEqual({ label: 'Model embedded · 4k', disabled: false });
  expect(label(model('old', { available: false, successor: 'embedded' }))).toEqual({
    label: 'Model old · 4k (answered by Model embedded)',
    disabled: false,
  });
  expect(label(model('gone', { available: false }))).toEqual({
    label: 'Model gone · 4k (not available)',
    disabled: true,
  });
});

describe('the analysis', () => {
  const extract = emptyExtract();
  const card = (value: Extract) => renderToStaticMarkup(createElement(AnalysisDetails, { extract: value }));

  test('is hidden while there is nothing in it', () => {
    for (const none of [null, extract])
      expect(renderToStaticMarkup(createElement(AnalysisCard, { extract: none }))).toBe('');
  });

  test('shows intent, confidence in per cent, score, priority and follow-ups, closed', () => {
    const html = card({
      ...extract,
      intent: 'demo_request',
      lead_score: 55,
      confidence: 0.666,
      followup_actions: ['Call'],
    });
    expect(html).not.toContain('<details open');
    for (const words of ['Conversation Analysis', 'demo request', '67%', '55', 'medium', 'Call'])
      expect(html).toContain(words);
  });

  test('its badges say none and 0 for what is not known, and stand out for what matters most', () => {
    expect(renderToStaticMarkup(createElement(IntentBadge, { intent: null }))).toMatch(/border.*>none</);
    expect(renderToStaticMarkup(createElement(ScoreBadge, { score: 0 }))).toMatch(/Score: (<!-- -->)?0</);
    expect(renderToStaticMarkup(createElement(IntentBadge, { intent: 'speaking_request' }))).toContain('bg-primary');
    expect(renderToStaticMarkup(createElement(IntentBadge, { intent: 'spam' }))).not.toContain('bg-primary');
    expect(renderToStaticMarkup(createElement(ScoreBadge, { score: 70 }))).toContain('bg-primary');
    expect(renderToStaticMarkup(createElement(ScoreBadge, { score: 69 }))).not.toContain('bg-primary');
  });
});
