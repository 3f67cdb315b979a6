/** The thread in which a model works, since its calls block. */
import { parentPort, workerData } from 'node:worker_threads';
import type { EngineAnswer, EngineJob, EngineSetup, SpeechEngine } from './engine.ts';

const { engine: module, ...setup } = workerData as EngineSetup;
const { createEngine } = (await import(module)) as { createEngine(setup: unknown): SpeechEngine };
const engine = createEngine(setup);

function work(job: EngineJob): EngineAnswer {
  try {
    return job.do === 'transcribe'
      ? { id: job.id, text: engine.transcribe(job.sound) }
      : { id: job.id, sound: engine.speak(job.text, job.speed) };
  } catch (error) {
    return { id: job.id, failed: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (job: EngineJob) => parentPort?.postMessage(work(job)));
parentPort?.postMessage({ ready: true } satisfies EngineAnswer);
