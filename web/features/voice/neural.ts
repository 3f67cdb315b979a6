import modelUrl from 'virtual:voice-model';
import { createNeuralDetector } from './activity/neural-detector.ts';
import type { ActivityDetector } from './activity/voice-activity.ts';

/** Loads the neural detector with its model when hands-free mode is first switched on. */
export async function loadNeuralDetector(): Promise<ActivityDetector> {
  const response = await fetch(modelUrl);
  if (!response.ok) throw new Error(`the model answered ${response.status}`);
  return createNeuralDetector(new Uint8Array(await response.arrayBuffer()));
}
