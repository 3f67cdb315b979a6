import { type Brand, brandOf, USUAL_BRAND } from '@understudy/contract/brand';
import type { Language } from '@understudy/contract/languages';
import { escapeHtml } from '../../../platform/text/wording.ts';
import type { Letter, LetterFoot, LetterItem, LetterPart } from './letter.ts';

/** How a mail looks. */
export interface Look {
  language: Language;
  /** The consultant's color, `#rrggbb`; null for the house's. */
  brand: string | null;
  /** The name at the top. */
  name: string;
}

/** Width of a line of the text form, in characters. */
const TEXT_WIDTH = 78;
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.55";
const SERIF = 'font:600 18px/1.3 Georgia,serif';

/** The house's colors (`web/ui/tokens.css`) as mail programs know them. */
const HOUSE = {
  light: { text: '#2b2118', quiet: '#6b5d4d', page: '#f6f2ea', card: '#fdfaf4', line: '#e3d9c8' },
  dark: { text: '#ece4d6', quiet: '#b3a48f', page: '#17120e', card: '#201913', line: '#40362b' },
};
const { text: INK, quiet: QUIET, page: PAGE, card: CARD, line: LINE } = HOUSE.light;

/** An address for `href`: only web addresses, so that no text becomes a script. */
const hrefOf = (url: string): string => (/^https?:\/\//i.test(url) ? escapeHtml(url) : '#');

const table = (style: string, rows: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="${style}">${rows}</table>`;

/** The style sheet, for dark mode. */
function darkStyle({ dark: brand }: Brand): string {
  const { text, quiet, page, card, line } = HOUSE.dark;
  return `:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: ${page} !important }
  .card { background: ${card} !important; border-color: ${line} !important }
  .ink, .ink a { color: ${text} !important }
  .quiet, .quiet a { color: ${quiet} !important }
  .line { border-color: ${line} !important }
  .bar { background: ${brand.primary} !important }
  .ink a.button { background: ${brand.primary} !important; color: ${brand.primary_foreground} !important }
}`;
}

/**
 * Lays a letter out as HTML: one column, no pictures, nothing loaded from anywhere. Light colors stand in the elements,
 * for programs that drop style sheets; those of dark mode come with a style sheet.
 */
export function layOutHtml(letter: Letter, foot: LetterFoot, { language, brand, name }: Look): string {
  const colors = colorsOf(brand ?? USUAL_BRAND);
  const unsubscribe = foot.unsubscribe
    ? ` <a href="${hrefOf(foot.unsubscribe.url)}" style="color:${QUIET}">${escapeHtml(foot.unsubscribe.label)}</a>`
    : '';
  const cells = [
    `<td class="ink" style="padding:0 4px 12px;color:${INK};${SERIF}">${escapeHtml(name)}</td>`,
    `<td class="bar" style="height:4px;line-height:4px;font-size:0;background:${colors.light.primary}">&nbsp;</td>`,
    `<td class="card ink" style="padding:24px;background:${CARD};border:1px solid ${LINE};border-top:0;color:${INK}">
${letter.parts.map((part) => htmlPart(part, colors)).join('\n')}
</td>`,
    `<td class="quiet" style="padding:16px 4px 0;color:${QUIET};font-size:13px;line-height:1.5">${escapeHtml(
      foot.sentBy,
    )}${unsubscribe}</td>`,
  ];
  const column = table(`width:100%;max-width:560px;${FONT}`, cells.map((cell) => `<tr>${cell}</tr>`).join('\n'));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(letter.subject)}</title>
<style>${darkStyle(colors)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${PAGE}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:${PAGE}">
<tr><td align="center" style="padding:24px 12px">${column}</td></tr>
</table>
</body>
</html>
`;
}

let known: { color: string; brand: Brand } | null = null;

/** The colors of a brand, computed once: all mails of an installation share one. */
export function colorsOf(color: string): Brand {
  if (known?.color !== color) known = { color, brand: brandOf(color) };
  return known.brand;
}

function htmlPart(part: LetterPart, { light }: Brand): string {
  switch (part.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${escapeHtml(part.text).replaceAll('\n', '<br>')}</p>`;
    case 'button': {
      const fill = `background:${light.primary};color:${light.primary_foreground}`;
      const shape = 'display:inline-block;padding:12px 20px;border-radius:6px;font-weight:600;text-decoration:none';
      const open = `<a class="button" href="${hrefOf(part.url)}" style="${shape};${fill}">`;
      return `<p style="margin:24px 0 16px">${open}${escapeHtml(part.label)}</a></p>`;
    }
    case 'facts':
      return table(`margin:0 0 16px;${FONT}`, part.rows.map(htmlFact).join(''));
    case 'list':
      return table(`width:100%;margin:0 0 16px;${FONT}`, part.items.map(htmlItem).join(''));
  }
}

function htmlFact([label, value]: [string, string]): string {
  const labelStyle = `padding:3px 16px 3px 0;color:${QUIET}`;
  const valueStyle = `padding:3px 0;color:${INK};word-break:break-word`;
  return `<tr><td class="quiet" valign="top" style="${labelStyle}">${escapeHtml(label)}</td>
<td class="ink" valign="top" style="${valueStyle}">${linked(value)}</td></tr>`;
}

function htmlItem({ text, note, links = [] }: LetterItem): string {
  const small = 'font-size:14px';
  const below = [
    ...(note ? [`<span class="quiet" style="color:${QUIET};${small}">${escapeHtml(note)}</span>`] : []),
    links
      .map(({ label, url }) => `<a href="${hrefOf(url)}" style="color:${INK};${small}">${escapeHtml(label)}</a>`)
      .join(' &nbsp; '),
  ].filter(Boolean);
  const style = `padding:10px 0;border-top:1px solid ${LINE};color:${INK};word-break:break-word`;
  return `<tr><td class="ink line" style="${style}">${[escapeHtml(text), ...below].join('<br>')}</td></tr>`;
}

/** A value that is a web address is a link. */
const linked = (value: string): string =>
  /^https?:\/\/\S+$/.test(value)
    ? `<a href="${hrefOf(value)}" style="color:inherit">${escapeHtml(value)}</a>`
    : escapeHtml(value);

/** Lays a letter out as plain text, with all its links. */
export function layOutText(letter: Letter, foot: LetterFoot): string {
  const unsubscribe = foot.unsubscribe ? [`${foot.unsubscribe.label}:\n${foot.unsubscribe.url}`] : [];
  const end = [wrapped(foot.sentBy), ...unsubscribe].join('\n');
  return `${[...letter.parts.map(textPart), `-- \n${end}`].join('\n\n')}\n`;
}

function textPart(part: LetterPart): string {
  switch (part.kind) {
    case 'text':
      return wrapped(part.text);
    case 'button':
      return `${part.label}:\n${part.url}`;
    case 'facts':
      return part.rows.map(([label, value]) => wrapped(`${label}: ${value}`)).join('\n');
    case 'list':
      return part.items.map(textItem).join('\n');
  }
}

const textItem = ({ text, note, links = [] }: LetterItem): string =>
  [wrapped(`- ${text}`), ...(note ? [`  ${note}`] : []), ...links.map(({ label, url }) => `  ${label}: ${url}`)].join(
    '\n',
  );

/** Breaks lines between words; an address is never broken. */
const wrapped = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      let width = 0;
      return line.split(' ').reduce((before, word, at) => {
        const fits = at === 0 || width + 1 + word.length <= TEXT_WIDTH;
        width = fits ? width + word.length + (at === 0 ? 0 : 1) : word.length;
        return at === 0 ? word : `${before}${fits ? ' ' : '\n'}${word}`;
      }, '');
    })
    .join('\n');
