import type { PublicConfig } from '@understudy/contract/wire';
import type { Pool } from 'pg';
import { type MomentReader, momentWords } from '../../platform/text/moment-words.ts';
import { escapeHtml } from '../../platform/text/wording.ts';
import { fixedWordsIn } from '../mail/index.ts';
import { EXPORT_SECTIONS, type ExportSection } from './data-register.ts';
import { entryOf, valueWords } from './export-values.ts';
import { EXPORT_WORDS, type ExportWords } from './export-words.ts';
import { type ExportedRow, readSection } from './read-visitor-data.ts';
import type { DataOwner } from './whose-data.ts';

/** What an export says besides the data. */
export interface ExportAbout {
  at: Date;
  /** The consultant's name. */
  consultant: string;
  retentionDays: PublicConfig['retention_days'];
}

/** A whole export as one JSON object: a list of rows for each section. Memory holds one read of rows. */
export async function* exportAsJson(pool: Pool, owner: DataOwner, about: ExportAbout): AsyncGenerator<string> {
  const { at, consultant, retentionDays } = about;
  const head = { exported_at: at.toISOString(), consultant, email: owner.email, retention_days: retentionDays };
  yield `{"about":${JSON.stringify(head)}`;
  for (const section of EXPORT_SECTIONS) {
    yield `,\n"${section}":[`;
    let isFirst = true;
    for await (const rows of readSection(pool, owner, section)) {
      yield (isFirst ? '\n' : ',\n') + rows.map((row) => JSON.stringify(row)).join(',\n');
      isFirst = false;
    }
    yield ']';
  }
  yield '}\n';
}

const STYLE = `:root{color-scheme:light dark}
body{font:1rem/1.55 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1.25rem}
h1{font-size:1.75rem;line-height:1.2}h2{font-size:1.25rem;margin-top:2.5rem;border-bottom:1px solid #8886}
h3{font-size:1rem;margin-top:1.75rem}dl{display:grid;grid-template-columns:minmax(8rem,1fr) 3fr;gap:.15rem 1rem;
margin:1rem 0;padding-bottom:1rem;border-bottom:1px solid #8883}dt{opacity:.7}dd{margin:0;overflow-wrap:anywhere}
p.line{margin:.6rem 0;white-space:pre-wrap;overflow-wrap:anywhere}p.line b{display:block;font-size:.85rem;opacity:.7}
dd dl{margin:0;padding:0;border:0}ul{margin:0;padding-left:1.1rem}
@media(max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}`;

/** A whole export as one page to read, without scripts and without anything to load. */
export async function* exportAsHtml(
  pool: Pool,
  owner: DataOwner,
  { at, consultant }: ExportAbout,
  { language, locale }: Pick<MomentReader, 'language'> & { locale?: string | undefined },
): AsyncGenerator<string> {
  const words = EXPORT_WORDS[language];
  const page = createWriter(words, { language, locale: locale ?? null, zone: 'UTC' });
  const title = escapeHtml(words.title(words.twin(consultant)));
  yield `<!doctype html>\n<html lang="${language}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style>
<h1>${title}</h1><p>${escapeHtml(words.about(page.moment(at)))}</p>\n`;
  let isEmpty = true;
  for (const section of EXPORT_SECTIONS) {
    let conversation: unknown = null;
    let isBegun = false;
    for await (const rows of readSection(pool, owner, section)) {
      if (!isBegun) yield `<h2>${escapeHtml(words.sections[section])}</h2>\n`;
      isBegun = true;
      isEmpty = false;
      let text = '';
      for (const row of rows) {
        if (section === 'messages' && row.session_id !== conversation) {
          conversation = row.session_id;
          text += `<h3>${escapeHtml(page.moment(row.ts))}</h3>\n`;
        }
        text += section === 'messages' ? page.line(row, words.twin(consultant)) : page.row(row, section);
      }
      yield text;
    }
  }
  if (isEmpty) yield `<p>${escapeHtml(words.nothing)}</p>\n`;
  yield '</html>\n';
}

/** Columns of texts that the server keeps in English, among the words of people. */
const FIXED = new Set(['title', 'description', 'executive_summary', 'followup_actions', 'next_best_question']);

/** Writes rows as HTML, in the words and with the dates of a language. */
function createWriter(words: ExportWords, reader: MomentReader) {
  const fixed = fixedWordsIn(reader.language);
  const moment = (value: unknown): string =>
    value instanceof Date ? momentWords(value, 'record', reader) : String(value ?? '');
  const label = (name: string): string => entryOf(words.columns, name) ?? name.replaceAll('_', ' ');
  const list = (entries: readonly (readonly [string, unknown])[]): string => {
    const told = entries.filter(([, value]) => !isBlank(value));
    const pairs = told.map(([name, value]) => `<dt>${escapeHtml(label(name))}</dt><dd>${show(value, name)}</dd>`);
    return `<dl>${pairs.join('')}</dl>`;
  };
  const said = (text: string, column: string): string => {
    if (column === 'reasons') return fixed.reasonWords(text);
    return valueWords(column, text, reader.language) ?? (FIXED.has(column) ? fixed.fixedWords(text) : text);
  };
  const show = (value: unknown, column: string): string => {
    if (value instanceof Date) return escapeHtml(moment(value));
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (Array.isArray(value)) return `<ul>${value.map((item) => `<li>${show(item, column)}</li>`).join('')}</ul>`;
    if (typeof value === 'object' && value !== null) return list(Object.entries(value));
    return escapeHtml(said(String(value), column));
  };
  return {
    moment,
    row(row: ExportedRow, section: ExportSection): string {
      const entries = Object.entries(row);
      if (section !== 'memories' || row.corrected) return `${list(entries)}\n`;
      const worded = (name: string, value: unknown) => (name === 'text' ? fixed.memoryWords(String(value)) : value);
      return `${list(entries.map(([name, value]) => [name, worded(name, value)]))}\n`;
    },
    line({ speaker, text, interrupted }: ExportedRow, twin: string): string {
      const who = speaker === 'visitor' ? words.visitor : twin;
      const cut = interrupted ? ` (${words.interrupted})` : '';
      return `<p class="line"><b>${escapeHtml(who + cut)}</b>${escapeHtml(String(text))}</p>\n`;
    },
  };
}

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
