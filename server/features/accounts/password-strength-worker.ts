import { parentPort, workerData } from 'node:worker_threads';
import { whyGuessable } from '@understudy/contract/password-strength';
import type { StrengthQuestion } from './passwords.ts';

const { password, known } = workerData as StrengthQuestion;
parentPort?.postMessage(whyGuessable(password, known));
