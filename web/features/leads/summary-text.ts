import type { SessionSummaryAnswer } from '@understudy/contract/wire';

/** Who is responsible for an item: the owner's `you` is the consultant from the visitor's point of view. */
export function ownerInWords(owner: string, consultant: string): string {
  if (owner === 'you') return consultant;
  return owner === 'visitor' ? 'You' : owner;
}

/** A summary as a Markdown file that also reads well as plain text. */
export function summaryText(summary: SessionSummaryAnswer, consultant: { name: string; first_name: string }): string {
  const { executive_summary, action_items, topics, open_questions, started_at } = summary;
  const items = action_items.map(({ text, owner, priority }) => {
    return `${text} (${ownerInWords(owner, consultant.first_name)}, ${priority} priority)`;
  });
  return [
    `# Conversation with AI ${consultant.name}`,
    started_at.slice(0, 10),
    executive_summary.replaceAll('\n', '\n\n'),
    ...section('What is to be done', items),
    ...section('What it was about', topics),
    ...section('Open questions', open_questions),
  ]
    .filter((part) => part !== '')
    .map((part) => `${part}\n`)
    .join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [`## ${title}`, lines.map((line) => `- ${line.replace(/\s+/g, ' ')}`).join('\n')] : [];
}
