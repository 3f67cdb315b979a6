/**
 * The twin: who it is, how it speaks and what it knows, as an operator writes it in the files of `TWIN_DIR`. The
 * schemas here describe the files; `Twin` is what the server makes of them. Unknown keys are errors, so that a misspelt
 * key is reported instead of ignored.
 */
import { z } from 'zod';
import type { CalendarFile } from './calendar-file.ts';
import { LANGUAGES } from './languages.ts';
import { WORKS } from './leads.ts';
import { HOSTED_PROVIDERS, type HostedProvider } from './providers.ts';
import { STARTER_MAX_CHARS, STARTERS_MAX, USUAL_VISITOR_PAGE } from './settings.ts';
import type { DemoScript, ShowFiles } from './show-files.ts';
import { line, slug } from './text-fields.ts';

/** The seven modes, in the order of the picker (section 3). */
export const MODE_IDS = [
  'core',
  'entrepreneur',
  'professional',
  'mentor',
  'storyteller',
  'futurist',
  'interviewer',
] as const;
/** The id of a mode. */
export type ModeId = (typeof MODE_IDS)[number];
/** The mode of sessions that name none (section 3). */
export const DEFAULT_MODE_ID: ModeId = 'mentor';
/** Id of the embedded twin, both as a model and as a provider. */
export const EMBEDDED_ID = 'embedded';

/** A line that the twin says, with at most one question: a reply asks only one. */
const said = line
  .max(600)
  .refine((value) => value.split('?').length <= 2, 'must not hold two questions: a reply asks one');
/** The longest real names have some 110 characters. */
const personName = line.max(200);
const color = z
  .string()
  .regex(
    /^(#[0-9a-f]{6}|oklch\([0-9.%]+ [0-9.]+ [0-9.]+(deg)?\))$/i,
    'must be a colour such as "#c47a1c" or "oklch(0.7 0.13 70)"',
  );
const brandColor = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as "#c47a1c"');
/** A slider's position: 1 formal, brief, serious; 5 casual, detailed, playful. */
const degree = z.int().min(1).max(5).default(3);
/** A page on the public web, as it may stand in a reply: without spaces, braces and credentials. */
export const pageAddress = z
  .url('must be an address that begins with https://')
  .regex(/^https:\/\/[^\s{}"<>\\@]+$/i, 'must be an address that begins with https://');
const contextLength = z.string().regex(/^[1-9][0-9]*k$/, 'must be a number of thousand tokens such as "128k"');

const service = z.strictObject({
  id: slug,
  name: line,
  /** Other words that visitors may use for this service. */
  aliases: z.array(line).default([]),
  summary: line,
  price: line.optional(),
  duration: line.optional(),
});

/** `persona.yaml`. */
export const personaFile = z.strictObject({
  name: personName,
  first_name: personName,
  title: line,
  /** What the consultant does: decides what the twin asks visitors in return. */
  work: z.enum(WORKS, `must be one of ${WORKS.join(', ')}`).default('advice'),
  tagline: line,
  biography: line,
  location: line.optional(),
  languages: z.array(line).min(1),
  /** File name within the twin's folder (SVG, PNG, JPEG or WebP), or of an uploaded picture; initials if left out. */
  portrait: line.optional(),
  /** The colour of visitors' pages, from which readable ones for light and dark are derived; amber if left out. */
  color: brandColor.optional(),
  /** How the twin sounds in all its modes. */
  style: z
    .strictObject({ formality: degree, length: degree, humour: degree })
    .default({ formality: 3, length: 3, humour: 3 }),
  services: z.array(service).default([]),
  /** How prices are set, in a few sentences. */
  pricing: line.optional(),
  availability: line.optional(),
  contact: z.strictObject({
    email: z.email('must be an email address'),
    /** What happens in a first call. */
    note: line.optional(),
    /** A page on which visitors pick a time for a call themselves. */
    calendar: pageAddress.optional(),
  }),
  opinions: z.array(line).default([]),
  /** Shown on the landing page: clients by name, and what they say. */
  proof: z
    .strictObject({
      clients: z.array(line.max(80)).max(12).default([]),
      quotes: z
        .array(z.strictObject({ text: line.max(400), by: line.max(120) }))
        .max(3)
        .default([]),
    })
    .prefault({}),
  /** Copyright lines: the landing page names the consultant, the personalities page the company. */
  copyright: z.strictObject({ year: z.int().min(1900).max(9999).optional(), company: line.optional() }).default({}),
  /** What visitors see besides the conversation, unless the dashboard's settings override it. */
  visitor_page: z
    .strictObject({
      analysis: z.boolean().default(USUAL_VISITOR_PAGE.analysis),
      models: z.boolean().default(USUAL_VISITOR_PAGE.models),
      voice: z.boolean().default(USUAL_VISITOR_PAGE.voice),
      waitlist: z.boolean().default(USUAL_VISITOR_PAGE.waitlist),
      dashboard_link: z.boolean().default(USUAL_VISITOR_PAGE.dashboard_link),
      starters: z
        .array(line.max(STARTER_MAX_CHARS, `must have at most ${STARTER_MAX_CHARS} characters`))
        .max(STARTERS_MAX, `must be at most ${STARTERS_MAX}`)
        .default([]),
    })
    .prefault({}),
  /** `{transcript_days}`, `{memory_days}` and `{lead_days}` are replaced by the respective retention in days. */
  consent: z.strictObject({
    /** Of the sentence and its translations, which mean the same. */
    version: line,
    text: line,
    /** The language of `text`. */
    language: z.enum(LANGUAGES).default('en'),
    /** The sentence in other languages of the page; a page without one shows `text`. */
    translations: z.partialRecord(z.enum(LANGUAGES), line).default({}),
  }),
});

/** `modes/*.yaml`, one file per mode. */
export const modeFile = z.strictObject({
  id: z.enum(MODE_IDS, `must be one of ${MODE_IDS.join(', ')}`),
  name: line,
  description: line,
  /** Persona prompt for language models. Never leaves the server. */
  systemPrompt: line,
  voiceId: line,
  color,
  /** Says that it is an AI; precedes the first reply. Without a language model, one of these lines is used. */
  greeting: z.array(said).min(1),
  /** The same on a stage, with an audience. */
  performer_greeting: z.array(said).min(1),
  /** Said after silence. `{topic}` is replaced by the latest topic; lines that use it wait until there is one. */
  followup: z.array(said).min(1),
});

/** `replies/*.yaml`, optional: lines by move that replace the product's own when there is no language model. */
export const repliesFile = z
  .record(z.string(), z.array(said).min(1))
  // A file without any lines yet.
  .nullable()
  .transform((lines) => lines ?? {});

const chatModel = z.strictObject({
  id: line,
  name: line,
  description: line,
  contextLength,
  color,
  /** The id that answers when the provider no longer serves this one. */
  successor: line.optional(),
});

/** Models requested from a hosted provider by default. */
const providerModels = z.strictObject({ transcription: line, speech: line });

/** `models.yaml`. */
export const modelsFile = z.strictObject({
  default: line,
  models: z.array(chatModel).min(1),
  embedded: z.strictObject({ name: line, description: line, contextLength, color }),
  /** Transcription model ids, each with its successor, or null if it is still served. */
  transcription: z.record(line, line.nullable()),
  /** Speech model ids, likewise. */
  speech: z.record(line, line.nullable()),
  /** The models of the hosted providers. */
  providers: z.record(z.enum(HOSTED_PROVIDERS), providerModels),
});

const level = z.number().int().min(0).max(99);

/** `voices.yaml`: how each voice named by a mode sounds on every provider. */
export const voicesFile = z.strictObject({
  /** The voice of calls that name none. */
  default: line,
  voices: z
    .array(
      z.strictObject({
        id: line,
        name: line,
        /** eSpeak NG's language and variant, pitch and pitch range (0 to 99), and words per minute. */
        embedded: z.strictObject({
          name: z.string().regex(/^[a-z0-9-]+(\+[A-Za-z0-9]+)?$/, 'must be a language and variant such as "en-us+f1"'),
          pitch: level,
          range: level,
          rate: z.number().int().min(100).max(260),
        }),
        /** The hosted providers' own names for it. */
        providers: z.record(z.enum(HOSTED_PROVIDERS), line),
      }),
    )
    .min(1),
});

/** Front matter of `knowledge/*.md`. */
export const knowledgeFrontMatter = z.strictObject({ topic: line, tags: z.array(slug).min(1) });

/** The parsed `persona.yaml`. */
export type PersonaFile = z.infer<typeof personaFile>;
/** A service the consultant offers. */
export type Service = z.infer<typeof service>;
/** The consultant the twin speaks for. */
export type Persona = Omit<PersonaFile, 'portrait' | 'consent' | 'visitor_page'>;
/** One of the twin's personalities. */
export type Mode = z.infer<typeof modeFile>;
/** How a voice sounds on every provider. */
export type TwinVoice = z.infer<typeof voicesFile>['voices'][number];
/** A model in the picker. */
export type ChatModel = Omit<z.infer<typeof chatModel>, 'successor'> & { successor: string | null };

/** One passage of the twin's knowledge. */
export interface KnowledgePassage {
  id: string;
  title: string;
  /** The subject's name in mid-sentence: 'the prices'. */
  called: string;
  /** Paragraphs separated by a blank line: the first answers the question, each later one adds to it. */
  text: string;
  tags: string[];
  /** Questions that it answers, as visitors may phrase them; searched, never spoken. */
  asked: string[];
  /** Path within the twin's folder. */
  file: string;
  /** Line of the heading, from 1. */
  line: number;
}

/** The consultant's picture. */
export interface Portrait {
  /** Name within the twin's folder, or of an uploaded picture; null for drawn initials. */
  file: string | null;
  mediaType: string;
  bytes: Uint8Array;
  /** Changes with the bytes. */
  version: string;
}

/** The validated content of all files. */
export interface Twin {
  persona: Persona;
  portrait: Portrait;
  consent: PersonaFile['consent'];
  /** Defaults of the settings of the same name. */
  visitorPage: PersonaFile['visitor_page'];
  /** All seven, in the order of MODE_IDS. */
  modes: Mode[];
  /** The specification's five and any that an operator adds; the embedded twin last. */
  models: ChatModel[];
  defaultModel: string;
  transcriptionSuccessors: Record<string, string | null>;
  speechSuccessors: Record<string, string | null>;
  providerModels: Record<HostedProvider, z.infer<typeof providerModels>>;
  voices: TwinVoice[];
  defaultVoice: string;
  knowledge: KnowledgePassage[];
  /** The twin's own lines, by move. */
  replies: z.infer<typeof repliesFile>;
  /** Sample exchanges, in the order of their files. */
  demos: DemoScript[];
  /** Mistakes in files of demos, whose other scripts are used. */
  demoMistakes: { file: string; line: number | null; problem: string }[];
  /** Written material of shows. */
  show: ShowFiles;
  /** When visitors may book; null without `calendar.yaml`. */
  calendar: CalendarFile | null;
}
