import { availableParallelism } from 'node:os';
import { EMBEDDED_ID } from '@understudy/contract/twin';
import { ProviderError } from '../../provider-error.ts';
import type { Speech, SpeechRequest, Voice } from '../port.ts';
import { FairQueue, SpeechThread } from './speech-thread.ts';
import { deliveryOf, type EmbeddedVoice } from './voices.ts';

/** Few threads serve many replies, because a sentence takes a hundredth of its duration. */
const MAX_THREADS = Math.min(2, availableParallelism());
/**
 * Another thread is started if more sentences than this are waiting. One visitor's reply never has so many, and for
 * fewer it is not worth it: loading takes longer than speaking them, and takes CPU from the thread that speaks.
 */
const MAX_WAITING_PER_THREAD = 6;
/** Time without a sentence after which the threads end. */
const IDLE_MS = 3 * 60_000;
/** Maximum queue length: more sentences than a busy site can speak before they are stale. */
const MAX_WAITING = 500;

/** How the twin's voices sound, and a shorter idle time for tests. */
interface EmbeddedVoiceOptions {
  /** How a voice of the twin sounds; unknown ids sound like the default voice. Called for every sentence. */
  voiceOf: (voiceId: string) => EmbeddedVoice;
  idleMs?: number;
}

/** The embedded voice with its threads. */
export interface EmbeddedVoiceService extends Voice {
  /** Starts a thread if none runs, so that it is loaded for the first sentence. */
  warm(): void;
  /** Number of running threads. */
  threads(): number;
  close(): Promise<void>;
}

/** A sentence to speak. */
interface Job {
  request: SpeechRequest;
  signal: AbortSignal;
  resolve: (speech: Speech) => void;
  reject: (error: unknown) => void;
}

/**
 * Creates the embedded voice: eSpeak NG in threads that start when something is to be spoken and end after some idle
 * time, so that an idle server uses none of their memory.
 */
export function createEmbeddedVoice({ voiceOf, idleMs = IDLE_MS }: EmbeddedVoiceOptions): EmbeddedVoiceService {
  const queue = new FairQueue<Job>();
  const threads = new Set<SpeechThread>();
  const free = new Set<SpeechThread>();
  let closed = false;
  const idle = setTimeout(() => {
    // Loading and speaking may take longer than the idle time on a busy machine.
    if (free.size < threads.size) idle.refresh();
    else void endThreads();
  }, idleMs).unref();

  function start(warmUp: boolean): void {
    let loaded = false;
    const thread = new SpeechThread(warmUp, () => {
      threads.delete(thread);
      free.delete(thread);
      if (loaded && queue.size > 0 && !closed) serve();
    });
    threads.add(thread);
    thread.ready.then(
      () => {
        loaded = true;
        if (!threads.has(thread)) return;
        free.add(thread);
        serve();
      },
      (error) => {
        threads.delete(thread);
        if (threads.size === 0) rejectWaiting(error);
      },
    );
  }

  function rejectWaiting(error: unknown): void {
    for (let job = queue.take(); job; job = queue.take()) job.reject(error);
  }

  /** Assigns waiting sentences to threads that are loaded and free, so that none waits for a thread still loading. */
  function serve(): void {
    idle.refresh();
    const needsThread = threads.size === 0 ? queue.size > 0 : queue.size > MAX_WAITING_PER_THREAD;
    if (needsThread && threads.size < MAX_THREADS) start(false);
    for (const thread of free) {
      const job = queue.take();
      if (!job) return;
      free.delete(thread);
      void work(thread, job);
    }
  }

  async function work(thread: SpeechThread, job: Job): Promise<void> {
    const { text, voiceId, speed, emphasis } = job.request;
    try {
      const audio = await thread.speak({ text, delivery: deliveryOf(voiceOf(voiceId), speed, emphasis) });
      job.resolve({ audio, mime: 'audio/wav', provider: EMBEDDED_ID, model: EMBEDDED_ID });
    } catch (error) {
      job.reject(error);
    }
    if (threads.has(thread)) free.add(thread);
    serve();
  }

  async function endThreads(): Promise<void> {
    const ending = [...threads];
    threads.clear();
    free.clear();
    await Promise.all(ending.map((thread) => thread.close()));
  }

  return {
    async speak(request, signal) {
      signal.throwIfAborted();
      if (closed) throw new ProviderError(EMBEDDED_ID, 'the server is stopping');
      if (queue.size >= MAX_WAITING) throw new ProviderError(EMBEDDED_ID, 'too much to speak at once');
      const spoken = Promise.withResolvers<Speech>();
      const job: Job = { request, signal, resolve: spoken.resolve, reject: spoken.reject };
      const onAbort = () => {
        queue.remove(job);
        spoken.reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      queue.add(job, request.stream ?? job);
      serve();
      try {
        return await spoken.promise;
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
    warm() {
      if (threads.size === 0 && !closed) start(true);
      idle.refresh();
    },
    threads: () => threads.size,
    async close() {
      closed = true;
      clearTimeout(idle);
      rejectWaiting(new ProviderError(EMBEDDED_ID, 'the server is stopping'));
      await endThreads();
    },
  };
}
