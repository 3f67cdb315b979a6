import {
  readColor,
  readOrigin,
  WIDGET_LABEL_MAX_CHARS,
  WIDGET_ORIGINS_MAX,
  type WidgetPosition,
  type WidgetSettings,
} from '@understudy/contract/widget';
import { fromTo, type GroupForm, type Problem, readingOf } from './group-forms.ts';

/** As typed: one origin per line. */
export interface WidgetForm extends Omit<WidgetSettings, 'origins'> {
  origins: string;
}

/** Every text of the section. */
export const WIDGET_WORDS = {
  introduction: 'Puts the chat on your own website, as a button in the corner or inside a page.',
  origins: 'Allowed sites',
  originsHint:
    'One address per line, like https://www.example.com. Addresses with and without www are two sites. ' +
    'Only these sites can show the chat.',
  noOrigins: 'No site can show the chat yet. Add the address of yours.',
  label: 'Button text',
  labelHint: '{first_name} and {name} are replaced with your name.',
  color: 'Button color',
  colorPicker: 'Pick the button color',
  position: 'Button position',
  positions: { right: 'Bottom right', left: 'Bottom left' } satisfies Record<WidgetPosition, string>,
  snippet: 'Code for your site',
  snippetHint: 'Paste it before </body> on every page that should show the button.',
  inlineSnippet: 'Code for a chat inside a page',
  inlineHint: 'Paste it where the chat should be.',
  copy: 'Copy code',
  copied: 'Copied.',
  notCopied: 'Copying did not work. Select the code and copy it.',
  demo: 'Try it on a demo page',
  lines: 'Enter one address per line.',
  empty: 'Enter a text.',
  tooLong: `Enter at most ${WIDGET_LABEL_MAX_CHARS} characters.`,
  noColor: 'Enter a color like #e7a13a.',
  tooMany: `Enter at most ${WIDGET_ORIGINS_MAX} addresses.`,
};

const MAX_SHOWN_CHARS = 60;

/** What is wrong with the lines, a sentence each; what is right is an origin as browsers send it. */
function readLines(text: string): { origins: string[]; problems: string[] } {
  const origins = new Set<string>();
  const problems: string[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    const typed = line.trim();
    if (typed === '') continue;
    const read = readOrigin(typed);
    if ('origin' in read) origins.add(read.origin);
    else problems.push(`Line ${at + 1}: “${typed.slice(0, MAX_SHOWN_CHARS)}” ${read.problem}.`);
  }
  if (origins.size > WIDGET_ORIGINS_MAX) problems.push(WIDGET_WORDS.tooMany);
  return { origins: [...origins], problems };
}

export const widgetForm: GroupForm<WidgetSettings, WidgetForm> = {
  toForm: ({ origins, ...value }) => ({ ...value, origins: origins.join('\n') }),
  read({ origins: lines, color, position, label }) {
    const { origins, problems: bad } = readLines(lines);
    const problems: Problem[] = bad.length > 0 ? [{ field: 'origins', message: bad.join('\n') }] : [];
    if (label.trim() === '') problems.push({ field: 'label', message: WIDGET_WORDS.empty });
    else if (label.trim().length > WIDGET_LABEL_MAX_CHARS) {
      problems.push({ field: 'label', message: WIDGET_WORDS.tooLong });
    }
    const hex = readColor(color);
    if (!hex) problems.push({ field: 'color', message: WIDGET_WORDS.noColor });
    return readingOf(problems, () => ({ origins, color: hex ?? '', position, label: label.trim() }));
  },
  changes(before, after) {
    const listOf = (text: string) => text.split(/\s+/).filter(Boolean);
    const [was, is] = [new Set(listOf(before.origins)), new Set(listOf(after.origins))];
    const changes = [
      ...[...is].filter((origin) => !was.has(origin)).map((origin) => `${origin} is allowed`),
      ...[...was].filter((origin) => !is.has(origin)).map((origin) => `${origin} is no longer allowed`),
    ];
    if (before.label !== after.label) {
      changes.push(fromTo(WIDGET_WORDS.label.toLowerCase(), `“${before.label}”`, `“${after.label}”`));
    }
    if (before.color !== after.color) {
      changes.push(fromTo(WIDGET_WORDS.color.toLowerCase(), before.color, after.color || '?'));
    }
    if (before.position !== after.position) {
      const { positions } = WIDGET_WORDS;
      changes.push(fromTo('position', positions[before.position], positions[after.position]));
    }
    return changes;
  },
};

/** What a page needs to show the widget of the server at this address. */
export function snippetsFor(address: string): { floating: string; inline: string } {
  const src = `async crossorigin src="${address}/widget.js"`;
  return {
    floating: `<script ${src}></script>`,
    inline: `<div id="twin" style="min-height: 640px"></div>\n<script ${src} data-inline="#twin"></script>`,
  };
}
