import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Emphasis } from '../port.ts';

/** eSpeak NG's languages (`en-us`) and voice variants (`f1`). */
interface KnownVoices {
  languages: ReadonlySet<string>;
  variants: ReadonlySet<string>;
}

/** Entries in the package's list of data files, with their offsets. */
const ENTRY = /filename:"[^"]*\/espeak-ng-data\/(lang|voices\/!v)\/([^"]+)",start:(\d+),end:(\d+)/g;
/** The line of a language's data file with its own name. */
const NAME = /^name[ \t]+([\w-]+)\r?$/m;

/** What emphasis does to the settings, as factors. */
const EMPHASIS: Record<Emphasis, { range: number; volume: number; rate: number }> = {
  reduced: { range: 0.6, volume: 0.7, rate: 1.05 },
  none: { range: 1, volume: 1, rate: 1 },
  moderate: { range: 1.3, volume: 1.1, rate: 0.96 },
  strong: { range: 1.7, volume: 1.25, rate: 0.9 },
};
/** At this volume the loudest variant does not clip even with strong emphasis. */
const VOLUME = 80;
/** eSpeak NG's limits of words per minute. */
const MIN_RATE = 80;
const MAX_RATE = 450;

let known: KnownVoices | null | undefined;

/**
 * The synthesiser's languages and variants, read from its package without loading it, because it silently ignores an
 * unknown variant. Null if the package is not installed.
 */
export function knownVoices(): KnownVoices | null {
  if (known === undefined) known = readKnownVoices();
  return known;
}

/** Null if the package is not installed, or has another form. */
function readKnownVoices(): KnownVoices | null {
  let folder: string;
  try {
    folder = path.dirname(createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten/package.json'));
  } catch {
    // An unresolvable package is not installed.
    return null;
  }
  const languages = new Set<string>();
  const variants = new Set<string>();
  const data = openSync(path.join(folder, 'espeak-ng.data'), 'r');
  try {
    const list = readFileSync(path.join(folder, 'espeak-ng.js'), 'utf8');
    for (const [, kind, file = '', start, end] of list.matchAll(ENTRY)) {
      if (kind === 'lang') {
        // By its file name or its own name, case-insensitively; not by the language codes inside.
        languages.add(path.posix.basename(file).toLowerCase());
        const bytes = Buffer.alloc(Number(end) - Number(start));
        readSync(data, bytes, 0, bytes.length, Number(start));
        const own = NAME.exec(bytes.toString('latin1'))?.[1];
        if (own) languages.add(own.toLowerCase());
      } else variants.add(file);
    }
  } finally {
    closeSync(data);
  }
  // Another build of the package may keep its list elsewhere: then no voice can be rejected.
  return languages.size > 0 && variants.size > 0 ? { languages, variants } : null;
}

/**
 * What is wrong with a voice's name, in words for the operator; null if it is valid or cannot be checked.
 *
 * @param name language and variant: `en-us+f1`
 */
export function voiceMistake(name: string, voices = knownVoices()): string | null {
  if (!voices) return null;
  const [language = '', variant] = name.split('+');
  if (!voices.languages.has(language))
    return `eSpeak NG has no language '${language}'${nearest(language, voices.languages)}`;
  if (variant === undefined || voices.variants.has(variant)) return null;
  return `eSpeak NG has no variant '${variant}' of a voice${nearest(variant, voices.variants)}`;
}

/** The end of a sentence that names a known name which differs in case or in one letter; '' for none. */
function nearest(name: string, names: ReadonlySet<string>): string {
  const found =
    [...names].find((one) => one.toLowerCase() === name.toLowerCase()) ?? [...names].find((one) => isNear(one, name));
  return found ? `; there is '${found}'` : '';
}

/** Whether the two differ by one inserted, deleted or replaced letter. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || Math.min(one.length, other.length) < 3) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const rest = (text: string, skipped: number) => text.slice(same + skipped);
  return rest(one, 1) === rest(other, 1) || rest(one, 0) === rest(other, 1) || rest(one, 1) === rest(other, 0);
}

/** A voice of eSpeak NG. */
export interface EmbeddedVoice {
  /** Language and variant, as eSpeak NG names them: `en-us+f1`. */
  name: string;
  /** 0 to 99; 50 is the variant's own. */
  pitch: number;
  /** Pitch range: 0 to 99; 50 is the variant's own. */
  range: number;
  /** Words per minute, roughly. */
  rate: number;
}

/** The synthesiser's settings for one sentence. */
export interface Delivery extends EmbeddedVoice {
  /** 0 to 200. */
  volume: number;
}

/** The settings for one sentence. Pure. @param speed as a factor */
export function deliveryOf(voice: EmbeddedVoice, speed: number, emphasis: Emphasis): Delivery {
  const factors = EMPHASIS[emphasis];
  return {
    name: voice.name,
    pitch: voice.pitch,
    range: Math.min(99, Math.round(voice.range * factors.range)),
    rate: Math.min(MAX_RATE, Math.max(MIN_RATE, Math.round(voice.rate * speed * factors.rate))),
    volume: Math.round(VOLUME * factors.volume),
  };
}
