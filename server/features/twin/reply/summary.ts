import type { ReplyTurn } from './moves.ts';

/** What is known about the visitor, in one sentence. */
export function summaryOf({ known, memories, open, kept }: ReplyTurn): string {
  const who = [known.name, known.role, known.company].filter(Boolean).join(', ');
  const rest = [
    known.size,
    known.budget && `budget: ${known.budget}`,
    known.timeline && `time: ${known.timeline}`,
    known.contact && `contact: ${known.contact}`,
  ].filter(Boolean);
  const all = [who, ...rest].filter(Boolean).join('; ');
  const told = [
    all && `This is what ${kept ? 'I have noted' : 'you told me'}: ${all}.`,
    memories.length > 0 && `From an earlier conversation: ${memories.join('; ')}.`,
    open && !memories.includes(open) && `Last time ${open}.`,
  ].filter(Boolean);
  return told.join(' ') || `${kept ? 'I have noted' : 'You have told me'} nothing about you yet.`;
}
