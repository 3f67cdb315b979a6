import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { serverEnvironment } from '../../scripts/server-command.mjs';
import { runInProcess } from '../testing/command.ts';

const TALK = path.join(import.meta.dirname, 'talk.ts');

/** Runs the command as an operator would, with these lines as input. */
async function talk(args: string[], input: string) {
  const { LLM_BASE_URL: _, GROQ_API_KEY: __, OPENAI_API_KEY: ___, ...env } = process.env;
  const child = spawn(process.execPath, [TALK, ...args], {
    env: serverEnvironment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { lines: out.split('\n').filter((line) => line.trim() !== ''), err, code };
}

describe('npm run talk', () => {
  it('answers each line with one JSON line, and keeps the thread', async () => {
    const input = 'Do you run workshops?\n\nand what does that cost?\n';
    const { lines, err, code } = await talk(['--json', '--mode', 'futurist', '--provider', 'embedded'], input);
    expect(err).toBe('');
    expect(code).toBe(0);
    const replies = lines.map((line) => JSON.parse(line));
    expect(replies).toHaveLength(2);
    for (const reply of replies) {
      expect(Object.keys(reply)).toEqual(['text', 'segments', 'extract']);
      expect(reply.text).not.toContain('[pause');
      expect(reply.segments.map((segment: { text: string }) => segment.text).join(' ')).toBe(reply.text);
      expect(reply.extract).toMatchObject({ lead_score: expect.any(Number), reasons: expect.any(Array) });
    }
    expect(replies[0].text).toMatch(/\bAI\b/);
    expect(replies[1].text).toContain('€5,400');
  });

  it('prints plain text without --json', async () => {
    const { out } = await runInProcess(TALK, ['--provider', 'embedded'], 'thanks\n');
    expect(out.trim().split('\n')).toHaveLength(1);
    expect(out.trim()).toMatch(/^[^{]/);
  });

  it('performs a show, with its silences and meters', async () => {
    const lines = 'Our office plant is called Gerald, and nobody waters him.\nhaha\n';
    const { out } = await runInProcess(TALK, ['--provider', 'embedded', '--show-mode', 'comedy'], lines);
    expect(out.match(/^\[[a-z-]+ · [a-z]+ · energy [\d.]+ · engagement [\d.]+ \([a-z]+\).*\]$/gm)).toHaveLength(2);
    expect(out).toMatch(/^\[comedy · /m);
    expect(out).toMatch(/^\([\d.]+ s\) /m);
    expect(out).toMatch(/\bAI\b/);
  });

  it('shows what a language model is told, for the line that is piped in', async () => {
    const { out, err, code } = await runInProcess(TALK, ['--show-prompt', '--mode', 'mentor'], '¿cuánto cuesta?\n');
    expect(code).toBe(0);
    expect(out).toMatch(/^You are the AI twin of /);
    expect(out.split('\n')).toContain('The visitor writes in Spanish: reply in Spanish.');
    expect(err).toMatch(/^\n\d+ tokens, \d+ of them the same for all\.\n$/);
  });

  it.each([
    [['--mode', 'pirate'], /There is no mode 'pirate': choose one of core/],
    [['--show-mode', 'karaoke'], /There is no mode 'karaoke' of a show: choose one of philosophical/],
    [['--provider', 'groq'], /provider 'groq' is not configured/],
    [['--loud'], /^Unknown option '--loud'\. `npm run talk -- --help` tells/],
    [['loud'], /^'loud' is no option\. `npm run talk -- --help` tells/],
  ])('%s is refused in a sentence', async (args, sentence) => {
    const { out, err, code } = await runInProcess(TALK, args);
    expect(err).toMatch(sentence);
    expect({ out, code }).toEqual({ out: '', code: 1 });
  });
});
