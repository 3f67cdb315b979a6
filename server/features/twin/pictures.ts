/**
 * Portraits in the database, beside the pictures of the twin's folder: those that were uploaded, and those of a folder
 * that an import replaced.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Queries } from '../../platform/database/transaction.ts';
import { holdEdits, PERSONA_FILE, textOrNull } from './edit-store.ts';
import { MEDIA_TYPES } from './portrait.ts';
import { TwinFileError, type TwinFiles } from './twin-files.ts';

/** Only such names are looked up in the database. */
const PICTURE_FILE = /^portrait-[0-9a-f]{16}\.(?:webp|svg|png|jpe?g)$/;
const HASH_LENGTH = 16;
/** Pictures to keep; those that a version of the persona names stay in any case. */
const MAX_PICTURES = 50;
/** The newest pictures that no persona names yet: somebody may be about to save one. */
const MAX_UNNAMED = 10;
/** Every try of a text builds a twin, portrait included. The names are hashes, so that nothing in here goes stale. */
const recent = new LRUCache<string, Uint8Array>({ max: 4 });

/** An uploaded picture, as WebP. */
export interface NewPicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/**
 * Keeps a picture under the name that its content gives it. The caller holds the edits.
 *
 * @param extension the kind of picture, of {@link MEDIA_TYPES}
 * @returns its file
 */
export async function keepPicture(
  client: Queries,
  { bytes, extension, width, height }: NewPicture & { extension: string },
  by: string,
): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
  const file = `portrait-${hash}.${extension}`;
  await client.query(
    `INSERT INTO twin_pictures (file, media_type, bytes, width, height, added_by) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (file) DO UPDATE SET added_at = now(), added_by = excluded.added_by`,
    [file, MEDIA_TYPES[extension], bytes, width, height, by],
  );
  return file;
}

/**
 * Keeps an uploaded picture, and removes the oldest ones beyond {@link MAX_PICTURES} that neither the folder's persona
 * nor any saved version of it names.
 *
 * @returns its file
 */
export async function addPicture(client: Queries, folder: TwinFiles, picture: NewPicture, by: string): Promise<string> {
  // Nobody may save a persona between the look for its picture and the commit.
  await holdEdits(client);
  const file = await keepPicture(client, { ...picture, extension: 'webp' }, by);
  const persona = (await textOrNull(folder, PERSONA_FILE)) ?? '';
  await client.query(
    `WITH unnamed AS (
       SELECT p.file, row_number() OVER (ORDER BY p.added_at DESC, p.file) AS place FROM twin_pictures p
        WHERE strpos($1, p.file) = 0
          AND NOT EXISTS (SELECT FROM twin_texts t WHERE t.file = $2 AND strpos(t.text, p.file) > 0))
     DELETE FROM twin_pictures WHERE file IN (
       SELECT file FROM unnamed WHERE place > ${MAX_UNNAMED} ORDER BY place DESC
        LIMIT greatest(0, (SELECT count(*) FROM twin_pictures) - ${MAX_PICTURES}))`,
    [persona, PERSONA_FILE],
  );
  return file;
}

/** A picture; null if there is none of this name. */
export async function readPicture(db: Queries, file: string): Promise<{ bytes: Uint8Array; mediaType: string } | null> {
  if (!PICTURE_FILE.test(file)) return null;
  const known = recent.get(file);
  const { rows } = await db.query<{ bytes: Uint8Array | null; media_type: string }>(
    'SELECT media_type, CASE WHEN $2 THEN NULL ELSE bytes END AS bytes FROM twin_pictures WHERE file = $1',
    [file, known !== undefined],
  );
  const bytes = rows[0] && (known ?? rows[0].bytes);
  if (!rows[0] || !bytes) return null;
  recent.set(file, bytes);
  return { bytes, mediaType: rows[0].media_type };
}

/** A folder's files, and the uploaded pictures beside them. */
export function withPictures(folder: TwinFiles, db: Queries): TwinFiles {
  return elsewhere(folder, async (file) => (await readPicture(db, file))?.bytes ?? null);
}

/** A transparent pixel. */
const STAND_IN = new Uint8Array(Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'));

/** The folder's files if the database cannot be read; a pixel replaces an uploaded picture. */
export const withStandIn = (folder: TwinFiles): TwinFiles => elsewhere(folder, async () => STAND_IN);

export const isStandIn = (bytes: Uint8Array): boolean => bytes === STAND_IN;

/** Looks elsewhere for pictures that the folder does not have. */
function elsewhere(folder: TwinFiles, find: (file: string) => Promise<Uint8Array | null>): TwinFiles {
  return {
    ...folder,
    bytes: (file) =>
      folder.bytes(file).catch(async (error: unknown) => {
        if (!(error instanceof TwinFileError) || !PICTURE_FILE.test(file)) throw error;
        const found = await find(file);
        if (!found) throw error;
        return found;
      }),
  };
}
