/** The figures of section 9 of the product specification, written out a second time to catch a slip in either place. */
import { describe, expect, test } from 'vitest';
import * as constants from './constants.ts';

const SECTION_9: Record<string, Partial<Record<keyof typeof constants, unknown>>> = {
  'of lead scoring': {
    HIGH_QUALITY_LEAD_SCORE: 70,
    CHAT_MEDIUM_PRIORITY_SCORE: 40,
    HOT_LEAD_SCORE: 75,
    WARM_LEAD_SCORE: 50,
  },
  'of dashboard': {
    RANGE_DAYS: { '1d': 1, '7d': 7, '30d': 30, '90d': 90 },
    DEFAULT_RANGE: '7d',
    PRIORITY_LIST_SIZE: 5,
    UTTERANCES_PER_MINUTE: 2,
    PERSONALITY_COUNT: 6,
    SESSION_ID_DISPLAY_CHARS: 8,
    SCROLL_DELAY_MS: 100,
    GREETING_DELAY_MS: 3000,
  },
  'of voice': {
    VOICE_START_LEVEL: 0.08,
    VOICE_STOP_LEVEL: 0.04,
    VOICE_MIN_SPEECH_MS: 1200,
    VOICE_END_SILENCE_MS: 1000,
    VOICE_SMOOTHING_SAMPLES: 5,
    VOICE_FRAME_SAMPLES: 4096,
    VOICE_CHANNELS: 1,
    VOICE_BITS_PER_SAMPLE: 16,
    PLAYBACK_SUPPRESSION_MS: 3000,
    PLAYBACK_SUPPRESSION_PER_THOUSAND_MS: 50,
    PLAYBACK_REENABLE_MS: 500,
    AUDIO_QUEUE_MAX: 2,
    AUDIO_QUEUE_GAP_MS: 200,
    FOLLOWUP_SILENCE_MS: 30_000,
    FOLLOWUP_CHECK_MS: 25_000,
    MEMORY_SKIP_MAX_CHARS: 15,
    MEMORY_LIMIT: 2,
    MEMORY_MIN_IMPORTANCE: 0.5,
    SHORT_MESSAGE_MAX_CHARS: 3,
  },
  'of pauses': {
    PAUSE_AFTER_CONTRAST_MIN_MS: 800,
    PAUSE_AFTER_THINKING_MIN_MS: 500,
    PAUSE_THINKING_FACTOR: 0.8,
    PAUSE_SHORT_MAX_MS: 300,
    PAUSE_SHORT_FACTOR: 0.4,
    PAUSE_DEFAULT_FACTOR: 0.7,
    DEFAULT_WORDS_PER_MINUTE: 150,
    SEGMENT_TIMESTAMP_STEP_MS: 1000,
  },
  'of show': {
    RESPONSE_HISTORY_MAX: 100,
    MODE_HISTORY_MAX: 100,
    MOMENTS_MAX: 100,
    ENGAGEMENT_MAX: 10,
    ENGAGEMENT_START: 5,
    ENERGY_MAX: 10,
    ENERGY_START: 5,
    CALLBACK_LIFE_MS: 1_800_000,
    CALLBACK_QUALITY_MAX: 10,
    SHOW_AUTOSAVE_MS: 300_000,
    THREAD_DEPTH_MAX: 10,
    TEMPERATURE_MIN: 0.5,
    TEMPERATURE_MAX: 1,
    TEMPERATURE_DEFAULT: 0.8,
    SHOW_TEMPERATURE: expect.objectContaining({ comedy: 0.9, riffing: 0.95, debate: 0.7 }),
    MODE_CHANGE_CHANCE: 0.4,
    SHOW_SEGMENT_MS: 300_000,
    TREND_RESPONSES: 10,
    TREND_DIFFERENCE: 0.5,
    SHOW_MODE_DEFAULT: 'banter',
    SHOW_RECONNECT_MS: 5_000,
    SHOW_HEARTBEAT_MS: 25_000,
    SHOW_MODES: expect.toSatisfy((modes: unknown[]) => modes.length === 8),
    EMOTIONS: expect.toSatisfy((emotions: unknown[]) => emotions.length === 8),
    THREAD_BRANCH_PHRASES: [
      'but what about',
      'speaking of',
      'that reminds me',
      'on a different note',
      'changing topics',
    ],
    CONTEXT_WINDOW_TOKENS: 4000,
    REPLY_MAX_TOKENS: 500,
  },
  'of demos': {
    DEMO_ENHANCEMENT_EVERY_MS: 30_000,
    DEMO_EXAMPLES: 2,
    EMBEDDING_SIZE: 384,
    DEMO_REUSE_BLOCK_MS: 300_000,
    DEMO_WEIGHTS: { semantic: 0.4, context: 0.25, performance: 0.2, freshness: 0.1, mode: 0.05 },
    DEMO_PERFORMANCE_MIN: 0.7,
    DEMO_LEARNING_RATE: 0.1,
  },
  'of notifications': {
    LANDING_TOAST_LIMIT: 1,
    LANDING_TOAST_REMOVE_DELAY_MS: 1_000_000,
    TOAST_LIMIT: 3,
    TOAST_DURATION_MS: 4000,
    TOAST_WIDTH_PX: 356,
    TOAST_GAP_PX: 14,
    TOAST_SWIPE_THRESHOLD_PX: 20,
  },
  'of limits and times beyond section 9': {
    FOLLOWUPS_IN_A_ROW: 2,
    MESSAGE_MAX_CODE_POINTS: 4000,
    SESSION_IDLE_MS: 1_800_000,
    ENDED_SESSION_READABLE_MS: 2_592_000_000,
    JSON_BODY_MAX_BYTES: 65_536,
    UTTERANCE_MAX_MS: 60_000,
    UTTERANCE_MAX_BYTES: 4_194_304,
    UTTERANCE_BODY_MAX_BYTES: 6_291_456,
    SPOKEN_TEXT_MAX_CHARS: 5000,
    SPEED_MIN: 0.5,
    SPEED_MAX: 2,
    PLAYING_MAX_CHARS: 2000,
    DEFAULT_TRANSCRIPTION_MODEL: 'distil-whisper-large-v3-en',
    RETENTION_TRANSCRIPTS_DAYS: 180,
    RETENTION_LEADS_DAYS: 730,
    RETENTION_MEMORIES_DAYS: 365,
    RETENTION_AUDIT_LOG_DAYS: 730,
    PASSWORD_MIN_CHARS: 15,
    PASSWORD_MAX_CHARS: 256,
  },
};

describe('the constants', () => {
  test.each(Object.entries(SECTION_9))('%s', (_, figures) => {
    expect(constants).toMatchObject(figures);
  });

  test('scales are in order and weights add up', () => {
    expect(constants.WARM_LEAD_SCORE).toBeLessThan(constants.HOT_LEAD_SCORE);
    expect(constants.CHAT_MEDIUM_PRIORITY_SCORE).toBeLessThan(constants.HIGH_QUALITY_LEAD_SCORE);
    expect(constants.VOICE_STOP_LEVEL).toBeLessThan(constants.VOICE_START_LEVEL);
    expect(constants.FOLLOWUP_CHECK_MS).toBeLessThan(constants.FOLLOWUP_SILENCE_MS);
    expect(Object.values(constants.DEMO_WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1);
    expect(Object.keys(constants.RANGE_DAYS)).toContain(constants.DEFAULT_RANGE);
  });

  test('are all numbered here, so that none comes without its source', () => {
    const checked = Object.values(SECTION_9).flatMap((figures) => Object.keys(figures));
    const ours = [
      'PAUSE_SHORT_NEIGHBOUR_MAX_CHARS',
      'PAUSE_MAX_MS',
      'VOICE_BASE_LEVEL',
      'MEMORY_TEXT_MAX_CHARS',
      'EXTRACT_FROM_MAX_CHARS',
      'PAGE_GONE_AFTER_MS',
      'SHOW_BEATS',
      'DEMO_PERFORMANCE_START',
      'HINT_MAX_CHARS',
      'TAKEOVER_BEAT_MS',
      'TYPING_MS',
      'PERSON_LINE_MAX_CODE_POINTS',
      'PERSON_NAME_MAX_CHARS',
    ];
    expect(Object.keys(constants).filter((name) => !checked.includes(name) && !ours.includes(name))).toEqual([]);
  });
});
