import { Card } from '../../../ui/card.tsx';

/** What a tab says until it has more than words: the specification's placeholder. */
export function Coming({ title, children }: { title: string; children: string }) {
  return (
    <Card className="px-6 py-12 text-center">
      <h2 className="text-2xl">{title}</h2>
      <p className="mx-auto mt-2 max-w-md text-muted-foreground">{children}</p>
    </Card>
  );
}
