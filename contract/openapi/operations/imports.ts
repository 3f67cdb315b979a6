import {
  importBody,
  importDecisionBody,
  importFileQuery,
  importPassageBody,
  importPassagesQuery,
  sitePagesBody,
} from '../../import-calls.ts';
import type { ImportPassage, KnowledgeImport } from '../../imports.ts';
import { emptyBody } from '../../settings-calls.ts';
import type { Operations } from '../operation.ts';

const base = { tag: 'Settings', access: 'admin' } as const;
const ID = '019aa8f4-2c51-7e0a-9d53-4f2b8c6a1e70';
const id = { id: { about: 'The import.', example: ID } };
const position = { ...id, position: { about: 'The passage’s position in its source.', example: '0' } };
const item: KnowledgeImport = {
  id: ID,
  kind: 'page',
  source: 'https://reyes.example/prices',
  state: 'ready',
  done: 1,
  total: 1,
  waiting: false,
  problem: null,
  notes: [],
  created_at: '2026-11-26T09:20:00.000Z',
  created_by: 'dana@reyes.example',
  applied_at: null,
  file: null,
  file_version: null,
  changes: { new: 1, changed: 0, unchanged: 0, gone: 0 },
  decisions: { proposed: 1, taken: 0, dropped: 0 },
};
const passage: ImportPassage = {
  position: 0,
  headings: ['Prices', 'What does a day cost?'],
  title: 'What does a day cost?',
  text: 'A day costs 1,200 euros.',
  asks: ['What does a day cost'],
  source: 'A day costs 1,200 euros.',
  page: null,
  url: 'https://reyes.example/prices',
  change: 'new',
  old: null,
  decision: 'proposed',
};
const reading: KnowledgeImport = {
  ...item,
  state: 'reading',
  done: 0,
  waiting: true,
  changes: { new: 0, changed: 0, unchanged: 0, gone: 0 },
  decisions: { proposed: 0, taken: 0, dropped: 0 },
};

export const importOperations = {
  list_imports: {
    ...base,
    method: 'get',
    path: '/api/admin/imports',
    summary: 'List imports',
    about: 'The newest hundred, with how far each one is.',
    answer: { items: [item] },
  },
  start_import: {
    ...base,
    method: 'post',
    path: '/api/admin/imports',
    summary: 'Import a text or web pages',
    about:
      'Reads a pasted text, a page, or chosen pages of a site, one import after the other. Only public websites are ' +
      'fetched, and each page once: what is reviewed is what is added. 409 `conflict` with 20 open imports.',
    body: importBody,
    status: 202,
    errors: ['unreadable', 'conflict'],
    send: { kind: 'page', url: 'https://reyes.example/prices' },
    answer: reading,
  },
  import_file: {
    ...base,
    method: 'post',
    path: '/api/admin/imports/file',
    summary: 'Import a file',
    about:
      'Reads a PDF, a Word document (.docx), a web page, Markdown or plain text, told apart by their content, of at ' +
      'most 20 MB, 500 pages and 2,000,000 characters.',
    query: importFileQuery,
    otherBody: { type: 'application/octet-stream', about: 'The file as it is.' },
    status: 202,
    errors: ['unreadable', 'conflict', 'body_too_large', 'unsupported_media_type'],
    ask: { name: 'prices.pdf' },
    answer: { ...reading, kind: 'file', source: 'prices.pdf', total: null },
  },
  list_site_pages: {
    ...base,
    method: 'post',
    path: '/api/admin/imports/site-pages',
    summary: 'List a website’s pages',
    about: 'Those of its sitemap, named in `robots.txt` or at `/sitemap.xml`, to choose from.',
    body: sitePagesBody,
    errors: ['unreadable'],
    send: { url: 'https://reyes.example' },
    answer: { sitemap: 'https://reyes.example/sitemap.xml', pages: ['https://reyes.example/prices'], total: 1 },
  },
  read_import: {
    ...base,
    method: 'get',
    path: '/api/admin/imports/{id}',
    summary: 'Read an import',
    about: 'Its state and progress, and why it failed.',
    inPath: id,
    errors: ['not_found'],
    answer: item,
  },
  list_import_passages: {
    ...base,
    method: 'get',
    path: '/api/admin/imports/{id}/passages',
    summary: 'List an import’s passages',
    about:
      'Fifty at a time, in the order of the source, each with its source text and what the twin knows in its place.',
    inPath: id,
    query: importPassagesQuery,
    errors: ['not_found'],
    ask: { from: '0' },
    answer: { items: [passage], next: null },
  },
  change_import_passage: {
    ...base,
    method: 'patch',
    path: '/api/admin/imports/{id}/passages/{position}',
    summary: 'Edit, take or drop a passage',
    about: 'Fields that are left out stay.',
    inPath: position,
    body: importPassageBody,
    errors: ['not_found'],
    send: { decision: 'taken' },
    answer: { ...passage, decision: 'taken' },
  },
  suggest_asks: {
    ...base,
    method: 'post',
    path: '/api/admin/imports/{id}/passages/{position}/asks',
    summary: 'Suggest questions for a passage',
    about:
      'Asks the language model what visitors would ask. Nothing is saved. 409 `conflict` without a language model.',
    inPath: position,
    body: emptyBody,
    errors: ['not_found', 'conflict', 'reply_failed'],
    send: {},
    answer: { asks: ['How much is a day with you'] },
  },
  decide_import: {
    ...base,
    method: 'post',
    path: '/api/admin/imports/{id}/decide',
    summary: 'Take or drop all passages',
    about: 'All that would change something, or only those that are undecided.',
    inPath: id,
    body: importDecisionBody,
    errors: ['not_found'],
    send: { decision: 'taken', undecided_only: true },
    answer: { ...item, decisions: { proposed: 0, taken: 1, dropped: 0 } },
  },
  apply_import: {
    ...base,
    method: 'post',
    path: '/api/admin/imports/{id}/apply',
    summary: 'Add an import to the knowledge',
    about:
      'Writes what was taken into one text of the twin, all or nothing; `undo_twin_texts` takes it back. A changed ' +
      'passage replaces the former one, and a taken one that is gone is removed. 409 `conflict` where that text was ' +
      'changed since: the passages then show the changes to the newest text.',
    inPath: id,
    body: emptyBody,
    errors: ['not_found', 'conflict'],
    send: {},
    answer: {
      import: { ...item, state: 'applied', applied_at: '2026-11-26T09:24:00.000Z' },
      ...{ file: 'knowledge/reyes-example-prices.md', version: 1, added: 1, changed: 0, removed: 0 },
    },
  },
  cancel_import: {
    ...base,
    method: 'post',
    path: '/api/admin/imports/{id}/cancel',
    summary: 'Cancel an import',
    about: 'Stops reading, or ends the review. Nothing is added to the knowledge.',
    inPath: id,
    body: emptyBody,
    errors: ['not_found', 'conflict'],
    send: {},
    answer: { ...item, state: 'canceled' },
  },
  delete_import: {
    ...base,
    method: 'delete',
    path: '/api/admin/imports/{id}',
    summary: 'Delete an import',
    about:
      'With its passages. What it added to the knowledge stays, but a later import of the same source is no longer ' +
      'compared with it.',
    inPath: id,
    status: 204,
    errors: ['not_found'],
  },
} satisfies Operations;
