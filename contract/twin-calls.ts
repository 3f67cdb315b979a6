/** Query and body schemas of `/api/admin/twin*`. */
import { z } from 'zod';
import { MESSAGE_MAX_CODE_POINTS, SHOW_MODE_DEFAULT, SHOW_MODES } from './constants.ts';
import { DEFAULT_MODE_ID, MODE_IDS } from './twin.ts';

/** Longest text of the twin, in bytes of UTF-8. */
export const TWIN_TEXT_MAX_BYTES = 256 * 1024;
/** Largest body with such a text, allowing for JSON escapes. */
export const TWIN_TEXT_BODY_MAX_BYTES = 2 * 1024 * 1024;

/** Largest portrait, in bytes, and in pixels on each side of an uploaded one. */
export const PORTRAIT_MAX_BYTES = 4 * 1024 * 1024;
export const PORTRAIT_MAX_SIDE = 4096;
/** Media types of a portrait that is uploaded. */
export const PORTRAIT_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** An uploaded picture, as a persona names it. */
export interface TwinPicture {
  file: string;
  width: number;
  height: number;
}

const file = z.string().min(1).max(200);
const version = z.number().int().min(0).max(2_147_483_647);
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming it is the purpose
const NUL = /\u0000/;
const text = z
  .string()
  .refine((value) => value.isWellFormed() && !NUL.test(value), 'must be plain text')
  .refine((value) => new TextEncoder().encode(value).length <= TWIN_TEXT_MAX_BYTES, 'must have at most 256 KiB');

/** `PUT twin/{file}`: the text and the version it is based on. */
export const twinTextBody = z.strictObject({ text, version });
/** `DELETE twin/{file}`: the version to remove, in the body or the query. */
export const twinRemoval = z.strictObject({
  version: z.union([
    version,
    z
      .string()
      .regex(/^\d{1,9}$/, 'must be a number')
      .transform(Number),
  ]),
});
/** `POST twin/restore`: 0 restores the folder's text. */
export const twinRestoreBody = z.strictObject({ file, version });
/** `POST twin/undo`: undoes a text's latest version and all texts saved with it. */
export const twinUndoBody = z.strictObject({ file, version });
/** Most texts of one call. */
const MAX_TOGETHER = 50;
const EACH_ONCE = [
  (texts: readonly { file: string }[]) => new Set(texts.map((one) => one.file)).size === texts.length,
  'must have each file once',
] as const;
/** `POST twin/save`: several texts that are valid only together. */
export const twinSaveBody = z.strictObject({
  texts: z
    .array(z.strictObject({ file, text, version }))
    .min(1)
    .max(MAX_TOGETHER)
    .refine(...EACH_ONCE),
});

/** A name that is allowed in texts, headings and the speakers of sample exchanges. */
export const PERSON_NAME = /^[^\p{C}{}:<>#"\\]+$/u;
const personName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(80, 'must have at most 80 characters')
  .regex(PERSON_NAME, 'must have no braces, colons, quotes or line breaks')
  .transform((value) => value.replace(/\s+/g, ' '));
const newName = {
  name: personName,
  /** How the consultant is addressed. */
  first_name: personName,
  /** The address given in the texts; unchanged if left out. */
  email: z.email('must be an email address').max(254).optional(),
};
/** `POST twin/rename/preview`. */
export const twinRenamePreviewBody = z.strictObject(newName);
/** `POST twin/rename`: with the versions of the texts shown in the preview. */
export const twinRenameBody = z.strictObject({ ...newName, versions: z.record(file, version) });
/** The new consultant that the twin speaks for. */
export type TwinRename = z.infer<typeof twinRenamePreviewBody>;

/** A first message to the twin. */
export const messageText = z
  .string()
  .transform((value) => value.toWellFormed().trim())
  .refine((value) => value !== '', 'must not be empty')
  .refine(
    (value) => [...value].length <= MESSAGE_MAX_CODE_POINTS,
    `must have at most ${MESSAGE_MAX_CODE_POINTS} characters`,
  );
const mode = z.enum(MODE_IDS).default(DEFAULT_MODE_ID);

/** `POST twin/preview`. */
export const twinPreviewBody = z.strictObject({
  /** The texts to try together; none to ask the twin as it is. */
  texts: z
    .array(z.strictObject({ file, text }))
    .max(MAX_TOGETHER)
    .refine(...EACH_ONCE),
  message: messageText.optional(),
  mode,
});
/** `POST twin/stage`: a line of a visitor, said in a show. */
export const twinStageBody = z.strictObject({
  texts: twinPreviewBody.shape.texts,
  message: messageText,
  mode: z.enum(SHOW_MODES).default(SHOW_MODE_DEFAULT),
});
/** `POST prompt`. */
export const promptBody = z.strictObject({ message: messageText.optional(), mode });
