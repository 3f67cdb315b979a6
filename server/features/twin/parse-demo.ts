/**
 * The demo text format of section 5: blocks parted by blank lines, each line prefixed `Human:` or `{name}:`. A block may
 * hold one line or several; a text that begins with `{` is JSON of the same exchange.
 */
import type { DemoExchange } from '@understudy/contract/twin';
import { TwinFileError } from './twin-file-error.ts';

/** Reads the exchanges of one demo file. `names` are the prefixes that stand for the consultant. */
export function parseDemo(text: string, file: string, names: string[]): DemoExchange[] {
  if (text.trimStart().startsWith('{')) return [parseJsonDemo(text, file)];
  const exchanges: DemoExchange[] = [];
  let human: { text: string; line: number } | null = null;
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    const content = row.trim();
    if (content === '') continue;
    const colon = content.indexOf(':');
    const speaker = content.slice(0, colon).trim();
    const words = content.slice(colon + 1).trim();
    if (speaker === 'Human' && words !== '') {
      if (human) throw new TwinFileError(file, human.line, `this line has no answer by '${names[0]}:'`);
      human = { text: words, line };
    } else if (names.includes(speaker) && words !== '') {
      if (!human) throw new TwinFileError(file, line, "this answer has no line 'Human:' before it");
      exchanges.push({ human: human.text, reply: words });
      human = null;
    } else {
      throw new TwinFileError(file, line, `a line must begin with 'Human:' or '${names[0]}:' and have words after it`);
    }
  }
  if (human) throw new TwinFileError(file, human.line, `this line has no answer by '${names[0]}:'`);
  if (exchanges.length === 0) throw new TwinFileError(file, 1, 'the file holds no exchange');
  return exchanges;
}

function parseJsonDemo(text: string, file: string): DemoExchange {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '');
    const line = position ? text.slice(0, Number(position[1])).split('\n').length : 1;
    throw new TwinFileError(file, line, 'this is not valid JSON');
  }
  const exchange = value && typeof value === 'object' && 'exchange' in value ? value.exchange : null;
  if (!exchange || typeof exchange !== 'object') throw new TwinFileError(file, 1, 'Demo script must have an exchange');
  const human = 'human' in exchange ? exchange.human : '';
  const reply = 'reply' in exchange ? exchange.reply : '';
  if (typeof human !== 'string' || human.trim() === '') {
    throw new TwinFileError(file, 1, 'Exchange must have human input');
  }
  if (typeof reply !== 'string' || reply.trim() === '') {
    throw new TwinFileError(file, 1, 'Exchange must have a reply');
  }
  return { human: human.trim(), reply: reply.trim() };
}
