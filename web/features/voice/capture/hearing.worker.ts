import type { FromHearing, ToHearing } from './hearing.ts';
import { createListening } from './listening.ts';

/** The hearing worker: receives frames from the audio thread and posts the results to the page. */

const listening = createListening({
  tell: (message: FromHearing) =>
    postMessage(message, { transfer: message.type === 'wav' && message.wav ? [message.wav] : [] }),
  neural: async () => (await import('../neural.ts')).loadNeuralDetector(),
});

addEventListener('message', ({ data }: MessageEvent<ToHearing>) => listening.handle(data));
