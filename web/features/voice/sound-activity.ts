export { createEnergyDetector } from './activity/energy-detector.ts';
export { type ActivityDetector, SAMPLE_RATE } from './activity/port.ts';
export type { ActivityEvent } from './activity/segmenter.ts';
export { createVoiceActivity, type VoiceActivity } from './activity/voice-activity.ts';
