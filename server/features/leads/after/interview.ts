import type { TimedLine } from './action-item.ts';

/** To ask somebody questions, for a paper or a programme. */
const INTERVIEW =
  /\binterview(?:s|ing)?\b|\bask (?:her|him|you) (?:a few |some |(?:\w+ )?)questions for (?:my|our|an?)\b/i;
/** To have somebody stand before people. */
const TO_SPEAK =
  /\b(?:keynotes?|talk (?:at|to our)|(?:give|hold|do) (?:an?|the|us a) talk|speak\b|speakers?|panel|workshop)\b/i;

/** Whether what reads like an invitation to speak asks for an interview, and for no talk beside it. */
export function asksInterview(lines: readonly TimedLine[]): boolean {
  const said = lines.filter(({ speaker }) => speaker === 'visitor').map(({ text }) => text.slice(0, 1_000));
  return said.some((text) => INTERVIEW.test(text)) && !said.some((text) => TO_SPEAK.test(text));
}
