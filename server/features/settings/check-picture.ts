/**
 * Checks an uploaded portrait and has it drawn anew, so that visitors get pixels and nothing else of the file: no place
 * where it was taken, no comments, nothing that hides behind the picture.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { PORTRAIT_MAX_SIDE } from '@understudy/contract/twin-calls';
import { AppError } from '../../platform/http/app-error.ts';
import type { NewPicture } from '../twin/index.ts';
import type { DrawnPortrait } from './draw-portrait.ts';

/** The kinds of files that are read, by how they begin. */
const KINDS = [
  { type: 'image/jpeg', name: 'JPEG', is: (text: string) => text.startsWith('\xff\xd8\xff') },
  { type: 'image/png', name: 'PNG', is: (text: string) => text.startsWith('\x89PNG\r\n\x1a\n') },
  { type: 'image/webp', name: 'WebP', is: (text: string) => /^RIFF[\s\S]{4}WEBP/.test(text) },
] as const;
const LONGEST_BEGINNING = 1024;
/** The largest photo takes a second. */
const DRAW_TIMEOUT_MS = 20_000;
/** What a process needs of the environment to start; it gets no secrets. */
const KEPT_VARIABLES = ['PATH', 'SystemRoot', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP'];

/**
 * Reads a picture and makes a portrait of it.
 *
 * @param type the content type that its sender gave
 * @throws AppError `invalid_picture`
 */
export async function readPortrait(bytes: Uint8Array, type: string): Promise<NewPicture> {
  checkKind(bytes, type);
  const drawn = await draw(bytes);
  if (drawn.is === 'too_large') {
    const [has, most] = [`${drawn.width} × ${drawn.height}`, `${PORTRAIT_MAX_SIDE} × ${PORTRAIT_MAX_SIDE}`];
    throw invalid(`The photo has ${has} pixels; ${most} are the most. Make it smaller or crop it first.`);
  }
  if (drawn.is === 'animated') throw invalid('The photo is animated. Choose a still one.');
  if (drawn.is === 'broken') throw invalid('The photo is damaged or incomplete. Save or export it again.');
  return { bytes: drawn.bytes, width: drawn.width, height: drawn.height };
}

async function draw(bytes: Uint8Array): Promise<DrawnPortrait> {
  const env = Object.fromEntries(KEPT_VARIABLES.map((name) => [name, process.env[name]]));
  const child = fork(new URL('./draw-portrait.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(DRAW_TIMEOUT_MS)]);
  try {
    child.send(bytes);
    const answered = once(child, 'message', { signal }).then(([drawn]) => drawn as DrawnPortrait);
    // A process that dies of a photo, or hangs in it, says as much of the photo as an error.
    const ended = once(child, 'exit', { signal }).then(([code]): DrawnPortrait => {
      if (code !== null) throw new Error(`The process that draws photos ended with code ${code}.`);
      return { is: 'broken' };
    });
    return await Promise.race([answered, ended]);
  } catch (error) {
    if (!signal.aborted) throw error;
    return { is: 'broken' };
  } finally {
    over.abort();
    child.kill('SIGKILL');
  }
}

function checkKind(bytes: Uint8Array, type: string): void {
  const beginning = Buffer.from(bytes.subarray(0, LONGEST_BEGINNING)).toString('latin1');
  const found = KINDS.find(({ is }) => is(beginning));
  if (!found && /<svg|<!doctype svg|^\W*<\?xml/i.test(beginning))
    throw invalid('An SVG file can contain scripts, so it cannot be uploaded. Use a JPEG, PNG or WebP file.');
  if (!found) throw invalid('This file is not a JPEG, PNG or WebP photo.');
  if (found.type !== type) throw invalid(`The file is a ${found.name}, but was sent as ${type}.`);
}

const invalid = (sentence: string) => new AppError('invalid_picture', sentence);
