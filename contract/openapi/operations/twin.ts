import {
  PORTRAIT_TYPES,
  promptBody,
  twinPreviewBody,
  twinRemoval,
  twinRenameBody,
  twinRenamePreviewBody,
  twinRestoreBody,
  twinSaveBody,
  twinStageBody,
  twinTextBody,
  twinUndoBody,
} from '../../twin-calls.ts';
import type { Operations } from '../operation.ts';

const base = { tag: 'Settings', access: 'admin' } as const;
const FILE = 'knowledge/prices.md';
const PICTURE = 'portrait-5f2a9c0d41b7e638.webp';
const file = { file: { about: 'Path inside the twin’s folder; its slash may be written as it is.', example: FILE } };
const TEXT = '# Prices\n\nA first conversation is free of charge.\n';
const item = {
  file: FILE,
  kind: 'knowledge' as const,
  edited_at: '2026-11-19T16:20:00.000Z',
  edited_by: 'dana@reyes.example',
  folder_changed: false,
  removed: false,
  passage_ids: ['prices'],
};
const detail = {
  ...item,
  text: TEXT,
  folder_text: '# Prices\n',
  version: 4,
  history: [
    { version: 4, at: '2026-11-19T16:20:00.000Z', by: 'dana@reyes.example', text: TEXT, removed: false, with: [] },
  ],
};

export const twinOperations = {
  list_twin_texts: {
    ...base,
    method: 'get',
    path: '/api/admin/twin',
    summary: 'List twin texts',
    about:
      'Persona, modes, voices, models, replies, knowledge and demos, and whether the twin that runs is the one that ' +
      'stands here.',
    answer: {
      items: [item],
      consultant: { name: 'Dana Reyes', first_name: 'Dana', email: 'dana@reyes.example' },
      problem: null,
    },
  },
  list_twin_moves: {
    ...base,
    method: 'get',
    path: '/api/admin/twin/moves',
    summary: 'List the twin’s moves',
    about:
      'What the twin says when no language model writes its replies, move by move, in the product’s own words. A ' +
      'text in `replies/` overrides the lines of a move.',
    answer: { items: [{ move: 'thanks', slot: 'acknowledge', lines: ['You are welcome.'] }] },
  },
  read_twin_text: {
    ...base,
    method: 'get',
    path: '/api/admin/twin/{file}',
    summary: 'Get a twin text',
    about: 'With the folder’s own and its history.',
    inPath: file,
    errors: ['not_found'],
    answer: detail,
  },
  change_twin_text: {
    ...base,
    method: 'put',
    path: '/api/admin/twin/{file}',
    summary: 'Save a twin text',
    about:
      'Checked, kept, and spoken from the next turn on; running turns end as they began. A text that does not fit ' +
      'is refused with its line. A new file (`knowledge/NAME.md`, `demos/NAME.txt`, `replies/replies.yaml`) has ' +
      'version 0.',
    inPath: file,
    body: twinTextBody,
    errors: ['not_found', 'conflict'],
    send: { text: TEXT, version: 3 },
    answer: detail,
  },
  remove_twin_text: {
    ...base,
    method: 'delete',
    path: '/api/admin/twin/{file}',
    summary: 'Remove a twin text',
    about:
      'Takes knowledge, a demo or replies away from the twin; they can be restored. The other kinds cannot be ' +
      'removed. The version stands in the body, or as a query.',
    inPath: file,
    body: twinRemoval,
    errors: ['not_found', 'conflict'],
    send: { version: 4 },
    answer: { ...detail, text: '', removed: true, version: 5 },
  },
  restore_twin_text: {
    ...base,
    method: 'post',
    path: '/api/admin/twin/restore',
    summary: 'Restore a version of a twin text',
    about: 'Puts an earlier version back; version 0 is the folder’s own.',
    body: twinRestoreBody,
    errors: ['not_found', 'conflict'],
    send: { file: FILE, version: 0 },
    answer: { ...detail, text: '# Prices\n', version: 6 },
  },
  undo_twin_texts: {
    ...base,
    method: 'post',
    path: '/api/admin/twin/undo',
    summary: 'Undo a change of twin texts',
    about:
      'Takes back the newest version of a text and everything that was saved with it, as new versions. 409 ' +
      '`conflict` where one of these texts was changed since.',
    body: twinUndoBody,
    errors: ['not_found', 'conflict'],
    send: { file: FILE, version: 4 },
    answer: { saved: [{ file: FILE, version: 5 }] },
  },
  save_twin_texts: {
    ...base,
    method: 'post',
    path: '/api/admin/twin/save',
    summary: 'Save several twin texts together',
    about: 'For texts that only fit together: they are checked as a whole, and all are saved or none.',
    body: twinSaveBody,
    errors: ['not_found', 'conflict'],
    send: { texts: [{ file: FILE, text: TEXT, version: 3 }] },
    answer: { saved: [{ file: FILE, version: 4 }] },
  },
  preview_rename: {
    ...base,
    method: 'post',
    path: '/api/admin/twin/rename/preview',
    summary: 'Preview a rename',
    about:
      'Every text that names the consultant, before and after: the persona gets the name, the others a ' +
      'placeholder that follows it. Nothing is kept.',
    body: twinRenamePreviewBody,
    send: { name: 'Dana Marsh', first_name: 'Dana' },
    answer: {
      texts: [
        { file: 'persona.yaml', version: 0, before: 'name: Dana Reyes\n', after: 'name: Dana Marsh\n' },
        { file: FILE, version: 3, before: 'Ms Reyes decides.\n', after: 'Ms {last_name} decides.\n' },
      ],
      offers: [{ before: 'Call Dana', after: 'Call {first_name}' }],
      left: [{ file: 'persona.yaml', line: 60, text: 'email: dana@reyes.example' }],
      problem: null,
    },
  },
  rename_twin: {
    ...base,
    method: 'post',
    path: '/api/admin/twin/rename',
    summary: 'Rename the twin',
    about:
      'Saves what the preview showed, all or nothing; `undo_twin_texts` takes it back. The consent sentence gets ' +
      'a new version where it names the consultant.',
    body: twinRenameBody,
    errors: ['conflict'],
    send: { name: 'Dana Marsh', first_name: 'Dana', versions: { 'persona.yaml': 0, [FILE]: 3 } },
    answer: {
      saved: [
        { file: 'persona.yaml', version: 1 },
        { file: FILE, version: 4 },
      ],
    },
  },
  add_picture: {
    ...base,
    method: 'post',
    path: '/api/admin/twin/pictures',
    summary: 'Upload a portrait',
    about:
      'A JPEG, PNG or WebP photo of at most 4 MiB and 4096 × 4096 pixels. It is drawn anew as WebP of at most 1600 ' +
      'pixels a side, without the file’s metadata. `portrait` in `persona.yaml` then names its file.',
    otherBody: { type: PORTRAIT_TYPES, about: 'The photo as it is.' },
    status: 201,
    errors: ['invalid_picture', 'body_too_large', 'unsupported_media_type', 'rate_limited'],
    answer: { file: PICTURE, width: 800, height: 800 },
  },
  read_picture: {
    ...base,
    method: 'get',
    path: '/api/admin/twin/pictures/{picture}',
    summary: 'Get an uploaded portrait',
    about: 'Whether or not the persona names it.',
    inPath: { picture: { about: 'Its file.', example: PICTURE } },
    media: { 'image/webp': { about: 'The picture.' } },
    errors: ['not_found'],
  },
  preview_twin_text: {
    ...base,
    method: 'post',
    path: '/api/admin/twin/preview',
    summary: 'Try out twin texts',
    about:
      'What the twin would answer with such texts; without texts, what it answers now. Without a message the texts ' +
      'are only checked. Nothing is kept.',
    body: twinPreviewBody,
    errors: ['not_found', 'reply_failed'],
    send: { texts: [{ file: FILE, text: TEXT }], message: 'What does it cost?', mode: 'mentor' },
    answer: { problem: null, reply: 'A first conversation is free of charge.' },
  },
  list_demos: {
    ...base,
    method: 'get',
    path: '/api/admin/twin/demos',
    summary: 'List demo scripts',
    about:
      'The demo scripts of the twin that runs, with what audiences have shown them to be worth, and what is ' +
      'malformed in their files and therefore left out.',
    answer: {
      items: [
        {
          id: 'timing-01',
          file: 'demos/timing-mastery.txt',
          title: 'The spare key',
          archetype: 'timing_mastery',
          mode: 'comedy',
          performance_start: 0.8,
          performance: 0.82,
          uses: 3,
          used_at: '2026-11-26T20:15:00.000Z',
        },
      ],
      mistakes: [
        {
          message: 'demos/timing-mastery.txt:41: Metadata must have a title',
          file: 'demos/timing-mastery.txt',
          line: 41,
          path: null,
        },
      ],
    },
  },
  try_stage_line: {
    ...base,
    method: 'post',
    path: '/api/admin/twin/stage',
    summary: 'Say a line on stage',
    about:
      'What the embedded performer and the language model would reply to the line in a show of this mode, with the ' +
      'texts that are tried, and which demo scripts fit it, with their scores by part. Nothing is kept.',
    body: twinStageBody,
    errors: ['not_found', 'reply_failed'],
    send: { texts: [], message: 'Are you conscious?', mode: 'philosophical' },
    answer: {
      problem: null,
      performer: { segments: [{ text: 'Ask me on Monday at nine.', pause_ms: 0 }], provider: 'embedded' },
      model: null,
      demos: [
        {
          id: 'consciousness-01',
          title: 'The recurring invitation',
          file: 'demos/consciousness-exploration.txt',
          score: 0.87,
          semantic: 0.91,
          context: 0.8,
          performance: 0.8,
          freshness: 1,
          mode: 1,
          use: 'spoken',
        },
      ],
    },
  },
  read_prompt: {
    ...base,
    method: 'post',
    path: '/api/admin/prompt',
    summary: 'Get the prompt',
    about:
      'The system prompt as it is now, for a first message or, without one, for nobody in particular. No model is ' +
      'called, and nothing is kept.',
    body: promptBody,
    send: { message: 'What does it cost?', mode: 'mentor' },
    answer: { text: 'You are the AI twin of Dana Reyes, …', tokens: 2140, shared_chars: 5480 },
  },
} satisfies Operations;
