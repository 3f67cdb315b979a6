import type { Page } from './admin.ts';
import type { ShowMode } from './constants.ts';

/** A show that is on now, in the dashboard. */
export interface RunningShow {
  session_id: string;
  /** The visitor's name, if they gave one. */
  visitor: string | null;
  episode: number;
  mode: ShowMode;
  started_at: string;
  energy: number;
  engagement: number;
  turns: number;
  /** Whether the visitor's page is open, as far as is known: one that crashed has not said that it closes. */
  listening: boolean;
  /** Whole minutes since the newest line. */
  quiet_minutes: number;
}

/** Who may see an episode. */
export interface EpisodePublishing {
  /** When the visitor agreed that it may be published; null if they did not. */
  publishing_agreed_at: string | null;
  /** The random part of the public page's address; null while it is not published. */
  slug: string | null;
  published_at: string | null;
}

/** A kept episode, in the dashboard's list. */
export interface EpisodeRow extends EpisodePublishing {
  session_id: string;
  visitor: string | null;
  episode_number: number;
  date: string;
  /** In milliseconds. */
  duration: number;
  /** 1 to 10. */
  overall_rating: number;
  /** The visitor's own, 1 to 5. */
  visitor_rating: number | null;
  moments: number;
  /** The words of its best moment; null if it had none. */
  highlight: string | null;
}

/** A page of episodes, newest first, and the shows that are on. */
export interface ShowsPage extends Page<EpisodeRow> {
  running: RunningShow[];
}

/** A line of an episode's transcript. Times are milliseconds from its first line. */
export interface EpisodeLine {
  speaker: 'visitor' | 'twin';
  text: string;
  at: number;
  until: number;
}

/** A moment of the highlight reel. */
export interface EpisodeMoment {
  type: 'laugh' | 'callback' | 'story' | 'saved';
  content: string;
  /** Whose words they are; null in episodes from before that was noted. */
  speaker: 'visitor' | 'twin' | null;
  audience_reaction: 'laughed' | 'engaged' | 'quiet' | null;
  /** Its line in the transcript, from 0, and that line's time; null if it stands there no more. */
  line: number | null;
  at: number | null;
}

/** What an episode was, for whoever may read it. */
export interface ToldEpisode {
  episode_number: number;
  date: string;
  /** In milliseconds. */
  duration: number;
  overall_rating: number;
  visitor_rating: number | null;
  /** Newest last; times as in the transcript. */
  modes: { mode: ShowMode; at: number }[];
  /** What it was about, and how far each was followed: 1 to 10. */
  themes: { topic: string; depth: number }[];
  reel: EpisodeMoment[];
  callbacks: { setup: string; used: boolean; outcome: 'landed' | 'flat' | null }[];
  audience: {
    responses: number;
    average_engagement: number;
    peak_engagement: number;
    laughs: number;
    questions: number;
    callbacks_landed: number;
    callbacks_used: number;
  };
  lines: EpisodeLine[];
  files: {
    /** The show notes, as Markdown. */
    notes: string;
    /** The transcript as text, as SubRip and as WebVTT. */
    text: string;
    srt: string;
    vtt: string;
  };
}

/** An episode in the dashboard. */
export interface Episode extends ToldEpisode, EpisodePublishing {
  session_id: string;
  visitor: string | null;
  /** Whether the show is still on; what is told is then what has been so far. */
  active: boolean;
}

/** A published episode. Names, addresses and numbers of the visitor are masked. */
export interface PublicEpisode extends ToldEpisode {
  published_at: string;
}

/** The answer of `episode_rating`: what the visitor has said of the show so far. */
export interface EpisodeRating {
  /** Their stars, 1 to 5; null without any. */
  rating: number | null;
  /** Whether the owner may publish the episode now. */
  publishing_agreed: boolean;
}

/** The answer of `rate_episode`. */
export interface RateEpisodeAnswer {
  success: true;
  /** Whether the owner may publish the episode now. */
  publishing_agreed: boolean;
}

/** Length of the random part of a published episode's address. */
export const SLUG_CHARS = 22;
/** The stars that a visitor gives. */
export const RATING_MAX = 5;
