import { expect, test } from 'vitest';
import { wantsPersonAbroad } from './wants-person.ts';

test.each([
  'Kann ich bitte mit einem Menschen sprechen?',
  'Könnte ich mit jemandem aus dem Team reden?',
  'Ich will mit einer echten Person verbunden werden.',
  'Me gustaría hablar con una persona, por favor.',
  'Páseme con un humano',
])('%s', (line) => expect(wantsPersonAbroad(line)).toBe(true));

test.each([
  'Ich muss mit einem Mitarbeiter sprechen.',
  'Wie soll ich mit einer Person sprechen, die nie zuhört?',
  'Kann ich mit Orla sprechen?',
  'Tengo que hablar con una persona difícil.',
])('is not meant by: %s', (line) => expect(wantsPersonAbroad(line)).toBe(false));
