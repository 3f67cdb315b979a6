import type { ShowMode } from '@understudy/contract/constants';
import type { EpisodeMoment } from '@understudy/contract/episodes';
import type { Language } from '@understudy/contract/languages';
import { MASK_WORDS, type MaskWords } from '../understanding/index.ts';

/** The words of an episode's files in the reader's language; the server has no catalog. */
export interface EpisodeWords {
  visitor: string;
  /** The twin with its consultant's name. */
  twin(name: string): string;
  title(number: number, twin: string): string;
  facts(values: { date: string; minutes: number; rating: string }): string;
  headings: Record<'reel' | 'themes' | 'callbacks' | 'modes' | 'audience', string>;
  moments: Record<EpisodeMoment['type'], string>;
  outcomes: Record<'landed' | 'flat' | 'used' | 'open', string>;
  modes: Record<ShowMode, string>;
  audience(values: { laughs: number; questions: number; landed: number; used: number }): string;
  rated(stars: number): string;
  masked: MaskWords;
}

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const EPISODE_WORDS: Record<Language, EpisodeWords> = {
  en: {
    visitor: 'Visitor',
    twin: (name) => `AI ${name}`,
    title: (number, twin) => `Episode ${number} with ${twin}`,
    facts: ({ date, minutes, rating }) => `${date} · ${count(minutes, 'minute', 'minutes')} · rated ${rating} of 10`,
    headings: {
      reel: 'Best moments',
      themes: 'What it was about',
      callbacks: 'What came back',
      modes: 'How it went',
      audience: 'The audience',
    },
    moments: { laugh: 'Laugh', callback: 'Callback', story: 'Story', saved: 'Saved' },
    outcomes: {
      landed: 'came back, and landed',
      flat: 'came back, and fell flat',
      used: 'came back',
      open: 'still open',
    },
    modes: {
      philosophical: 'Philosophical',
      comedy: 'Comedy',
      banter: 'Banter',
      storytelling: 'Storytelling',
      debate: 'Debate',
      riffing: 'Riffing',
      'segment-transition': 'Between segments',
      'audience-interaction': 'With the audience',
    },
    audience: ({ laughs, questions, landed, used }) =>
      `${count(laughs, 'laugh', 'laughs')}, ${count(questions, 'question', 'questions')}, ` +
      `${landed} of ${count(used, 'callback', 'callbacks')} landed.`,
    rated: (stars) => `The visitor gave it ${stars} of 5.`,
    masked: MASK_WORDS.en,
  },
  de: {
    visitor: 'Gast',
    twin: (name) => `KI ${name}`,
    title: (number, twin) => `Folge ${number} mit ${twin}`,
    facts: ({ date, minutes, rating }) => `${date} · ${count(minutes, 'Minute', 'Minuten')} · Wertung ${rating} von 10`,
    headings: {
      reel: 'Die besten Momente',
      themes: 'Worum es ging',
      callbacks: 'Was wiederkam',
      modes: 'Wie es lief',
      audience: 'Das Publikum',
    },
    moments: { laugh: 'Lacher', callback: 'Callback', story: 'Geschichte', saved: 'Gemerkt' },
    outcomes: {
      landed: 'kam wieder und zündete',
      flat: 'kam wieder, ohne zu zünden',
      used: 'kam wieder',
      open: 'noch offen',
    },
    modes: {
      philosophical: 'Philosophisch',
      comedy: 'Comedy',
      banter: 'Schlagabtausch',
      storytelling: 'Erzählung',
      debate: 'Debatte',
      riffing: 'Improvisation',
      'segment-transition': 'Überleitung',
      'audience-interaction': 'Mit dem Publikum',
    },
    audience: ({ laughs, questions, landed, used }) =>
      `${count(laughs, 'Lacher', 'Lacher')}, ${count(questions, 'Frage', 'Fragen')}, ` +
      `${landed} von ${count(used, 'Callback', 'Callbacks')} ${landed === 1 ? 'zündete' : 'zündeten'}.`,
    rated: (stars) => `Der Gast gab ${stars} von 5 Punkten.`,
    masked: MASK_WORDS.de,
  },
  es: {
    visitor: 'Visitante',
    twin: (name) => `IA de ${name}`,
    title: (number, twin) => `Episodio ${number} con la ${twin}`,
    facts: ({ date, minutes, rating }) =>
      `${date} · ${count(minutes, 'minuto', 'minutos')} · valoración ${rating} de 10`,
    headings: {
      reel: 'Los mejores momentos',
      themes: 'De qué se habló',
      callbacks: 'Lo que volvió',
      modes: 'Cómo fue',
      audience: 'El público',
    },
    moments: { laugh: 'Risa', callback: 'Callback', story: 'Historia', saved: 'Guardado' },
    outcomes: { landed: 'volvió y funcionó', flat: 'volvió sin funcionar', used: 'volvió', open: 'sigue abierto' },
    modes: {
      philosophical: 'Filosófico',
      comedy: 'Comedia',
      banter: 'Charla',
      storytelling: 'Relato',
      debate: 'Debate',
      riffing: 'Improvisación',
      'segment-transition': 'Transición',
      'audience-interaction': 'Con el público',
    },
    audience: ({ laughs, questions, landed, used }) =>
      `${count(laughs, 'risa', 'risas')}, ${count(questions, 'pregunta', 'preguntas')}, ` +
      `${landed} de ${count(used, 'callback', 'callbacks')} ${landed === 1 ? 'funcionó' : 'funcionaron'}.`,
    rated: (stars) => `El visitante le dio ${stars} de 5.`,
    masked: MASK_WORDS.es,
  },
};
