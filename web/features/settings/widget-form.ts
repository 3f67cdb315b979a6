import {
  readColor,
  readOrigin,
  WIDGET_LABEL_MAX_CHARS,
  WIDGET_ORIGIN_MAX_CHARS,
  WIDGET_ORIGINS_MAX,
  type WidgetPosition,
  type WidgetSettings,
} from '@understudy/contract/widget';
import { t } from '../../platform/texts.ts';
import { fromTo, type GroupForm, type Problem, readingOf } from './group-forms.ts';

/** As typed: one origin per line. */
export interface WidgetForm extends Omit<WidgetSettings, 'origins'> {
  origins: string;
}

/** What each position is called. */
export const positionWords = (): Record<WidgetPosition, string> => ({
  right: t('settings.bottomRight'),
  left: t('settings.bottomLeft'),
});

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
    else {
      const problem = t(`settings.origin.${read.problem}`, { origin: read.found, most: WIDGET_ORIGIN_MAX_CHARS });
      problems.push(t('settings.lineProblem', { line: at + 1, text: typed.slice(0, MAX_SHOWN_CHARS), problem }));
    }
  }
  if (origins.size > WIDGET_ORIGINS_MAX)
    problems.push(t('settings.enterAtMostAddresses', { most: WIDGET_ORIGINS_MAX }));
  return { origins: [...origins], problems };
}

export const widgetForm: GroupForm<WidgetSettings, WidgetForm> = {
  toForm: ({ origins, ...value }) => ({ ...value, origins: origins.join('\n') }),
  read({ origins: lines, color, position, label }) {
    const { origins, problems: bad } = readLines(lines);
    const problems: Problem[] = bad.length > 0 ? [{ field: 'origins', message: bad.join('\n') }] : [];
    if (label.trim() === '') problems.push({ field: 'label', message: t('settings.enterTheButtonText') });
    else if (label.trim().length > WIDGET_LABEL_MAX_CHARS) {
      problems.push({ field: 'label', message: t('settings.enterAtMostCharacters', { most: WIDGET_LABEL_MAX_CHARS }) });
    }
    const hex = readColor(color);
    if (!hex) problems.push({ field: 'color', message: t('settings.enterAColorLike') });
    return readingOf(problems, () => ({ origins, color: hex ?? '', position, label: label.trim() }));
  },
  changes(before, after) {
    const listOf = (text: string) => text.split(/\s+/).filter(Boolean);
    const [was, is] = [new Set(listOf(before.origins)), new Set(listOf(after.origins))];
    const changes = [
      ...[...is].filter((origin) => !was.has(origin)).map((origin) => t('settings.originIsAllowed', { origin })),
      ...[...was]
        .filter((origin) => !is.has(origin))
        .map((origin) => t('settings.originIsNoLongerAllowed', { origin })),
    ];
    if (before.label !== after.label) {
      changes.push(fromTo(t('settings.buttonText').toLowerCase(), `“${before.label}”`, `“${after.label}”`));
    }
    if (before.color !== after.color) {
      changes.push(fromTo(t('settings.buttonColor').toLowerCase(), before.color, after.color || '?'));
    }
    if (before.position !== after.position) {
      const positions = positionWords();
      changes.push(
        fromTo(t('settings.buttonPosition').toLowerCase(), positions[before.position], positions[after.position]),
      );
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
