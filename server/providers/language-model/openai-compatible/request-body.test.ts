import { describe, expect, test } from 'vitest';
import { buildBody, refusesOptions } from './request-body.ts';

const messages = [{ role: 'user' as const, content: 'Hello' }];
const streamed = { stream: true, plain: false, usage: false };

describe('the body of a chat request', () => {
  test('of a conversation: 500 tokens at a temperature of 0.8', () => {
    expect(buildBody('custom', 'some-model', messages, {}, streamed)).toEqual({
      model: 'some-model',
      messages,
      stream: true,
      max_tokens: 500,
      temperature: 0.8,
    });
  });

  test('a stream is asked for its figures', () => {
    const body = buildBody('custom', 'some-model', messages, {}, { ...streamed, usage: true });
    expect(body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  test('hands every option of the caller on, zero too', () => {
    const sampling = { temperature: 0, topP: 0.5, presencePenalty: 0, frequencyPenalty: -1, maxTokens: 7 };
    expect(buildBody('custom', 'some-model', messages, sampling, streamed)).toMatchObject({
      temperature: 0,
      top_p: 0.5,
      presence_penalty: 0,
      frequency_penalty: -1,
      max_tokens: 7,
    });
  });

  test.each([
    ['groq', 'openai/gpt-oss-120b', 'low'],
    ['custom', 'gpt-oss:20b', 'low'],
    ['groq', 'qwen/qwen3.6-27b', 'none'],
    ['custom', 'qwen3:8b', undefined],
    ['groq', 'llama-3.3-70b-versatile', undefined],
    ['openai', 'gpt-5-mini', 'low'],
  ])('%s asks %s to reason at its lowest: %s', (provider, model, effort) => {
    expect(buildBody(provider, model, messages, {}, streamed).reasoning_effort).toBe(effort);
  });

  test('leaves sampling out for models that take none', () => {
    const body = buildBody('openai', 'gpt-5-mini', messages, { temperature: 0.9, topP: 0.5 }, streamed);
    expect(body).not.toHaveProperty('temperature');
    expect(body).not.toHaveProperty('top_p');
    expect(body).not.toHaveProperty('max_tokens');
    expect(body.max_completion_tokens).toBe(500);
  });

  test.each([
    ['openai', 'max_completion_tokens'],
    ['custom', 'max_tokens'],
  ])('plain, to %s, holds nothing but the limit', (provider, limit) => {
    const sampling = { temperature: 0.9, topP: 0.5, presencePenalty: 1, frequencyPenalty: 1 };
    expect(
      buildBody(provider, 'gpt-oss-120b', messages, sampling, { stream: false, plain: true, usage: true }),
    ).toEqual({
      model: 'gpt-oss-120b',
      messages,
      stream: false,
      [limit]: 500,
    });
  });
});

test.each([
  [400, '{"error":{"message":"Unsupported parameter: reasoning_effort"}}', true],
  [422, 'top_p is not permitted', true],
  [400, '{"error":{"message":"context too long"}}', false],
  [500, 'temperature', false],
])('%i with %s tells of a refused option: %s', (status, body, expected) => {
  expect(refusesOptions(status, body)).toBe(expected);
});
