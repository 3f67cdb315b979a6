import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MODE_IDS } from '@understudy/contract/twin';
import { SAMPLE_TWIN_DIR } from './sample-twin.ts';

const PERSONA = `
name: Tomás Ferreira
first_name: Tomás
title: Luthier
tagline: I mend violins so that you can play on Friday.
biography: Tomás Ferreira has mended and built string instruments in Porto since 1998.
location: Porto, Portugal
languages: [English, Portuguese]
portrait: portrait.svg
services:
  - id: setup
    name: the Set-up
    aliases: [set-up, adjustment, check]
    summary: Bridge, sound post and strings put right while you wait.
    price: €90
    duration: one morning
  - id: restoration
    name: a Restoration
    aliases: [restoration, repair, crack]
    summary: Cracks closed, varnish touched up, and the instrument played in.
    price: from €600
    duration: three weeks
pricing: Every repair has a written quote first, and the quote holds.
availability: The workshop is open from Tuesday to Saturday.
contact:
  email: oficina@ferreira.example
  note: Bring the instrument, or send two photographs.
opinions:
  - A good bridge matters more than an old label.
consent:
  version: 'a'
  text: Keep this chat for {transcript_days} days so that {first_name} can read it.
`;

const KNOWLEDGE = `---
topic: workshop
tags: [services, price, start, method, advice, contact]
---

## Who {first_name} is {#who}
Called: the workshop
Asks: who is {first_name}; who are you; tell me about yourself; what do you do

{name} mends and builds violins, violas and cellos in Porto.

He learnt the trade from his uncle, and he still uses his uncle's planes.

## What a repair costs {#prices}
Called: the prices
Asks: what does it cost; how much is a repair; prices
Tags: first-step

A set-up is €90, and a restoration begins at €600.

The quote is free, and it holds.

## How to bring an instrument {#bring}
Called: bringing an instrument
Asks: how do we start; how do I book; can I come by; how do I contact you

Bring it from Tuesday to Saturday, or send two photographs to {email}.

## Cracks and buzzes {#cracks}
Called: cracks
Asks: my violin has a crack; it buzzes; the sound is dull; what is wrong with it
Tags: problem

A crack is closed with hide glue, so that the repair can be undone. A buzz is most often an open seam.
`;

const list = (...lines: string[]) => `[${lines.map((line) => JSON.stringify(line)).join(', ')}]`;
const numbered = (count: number, line: string) =>
  list(
    ...Array.from({ length: count }, (_, at) =>
      line.replace('#', ['One', 'Two', 'Three', 'Four', 'Five', 'Six'][at] ?? ''),
    ),
  );

const modeOf = (id: string) => `
id: ${id}
name: ${id === 'core' ? "'{first_name}'" : `${id.charAt(0).toUpperCase()}${id.slice(1)}`}
description: The workshop, ${id}.
voiceId: af_heart
color: '#4f7a5b'
systemPrompt: You speak for {first_name}, who mends violins. Be warm and exact.
greeting: ${list(
  'Good day, I am an AI, the twin of {name}. What do you play?',
  "Welcome to the workshop; I am {first_name}'s AI twin. What brings you in?",
)}
performer_greeting: ${list('Good evening from the workshop. I am the AI twin of {name}. Who plays the viola?')}
followup: ${numbered(6, '# quiet moment. I am still here.')}
`;

/** A twin of an entirely different trade than the sample's, in a folder that the test removes. */
export async function writeOtherTwin(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'other-twin-'));
  for (const folder of ['modes', 'knowledge', 'demos']) await mkdir(path.join(dir, folder));
  const files: Record<string, string> = {
    'persona.yaml': PERSONA,
    'knowledge/workshop.md': KNOWLEDGE,
    'demos/essential-demos.txt':
      'Human: It buzzes on the G string.\n\n{name}: Most often that is an open seam. Where does it hang?\n',
    'portrait.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></svg>',
    ...Object.fromEntries(MODE_IDS.map((id) => [`modes/${id}.yaml`, modeOf(id)])),
  };
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(dir, file), text);
  // Models and voices do not depend on the consultant.
  for (const file of ['models.yaml', 'voices.yaml']) await cp(path.join(SAMPLE_TWIN_DIR, file), path.join(dir, file));
  return dir;
}

/** Words that would reveal the sample twin: its name, its trade, its services, and that it is a woman. */
export const OF_THE_SAMPLE = new RegExp(
  [
    'orla|venstrom',
    String.raw`theat(?:re|er)|stage manag|stage\b|curtain|backstage|headset|rehears|opening night|prompt book|cue\b`,
    'cue sheet|walkthrough|sprint|founder|rotterdam|who decides|handed over|delegat|show report',
    String.raw`tenors?\b`,
    String.raw`\b(?:she|her|hers|herself)\b`,
  ].join('|'),
  'i',
);
