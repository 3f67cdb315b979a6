import type { Fact, FactValue } from '@understudy/contract/people';
import { t } from '../../../../platform/texts.ts';
import { Card } from '../../../../ui/card.tsx';
import { Collapsible } from '../../../../ui/collapsible.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { When } from '../../../../ui/when.tsx';
import { SessionLink } from '../session-parts.tsx';

/** 'What they said': each fact, and on demand where each of its values comes from. */
export function FactsCard({ facts }: { facts: readonly Fact[] }) {
  return (
    <Card>
      <section aria-labelledby="person-facts">
        <h2 id="person-facts" className="px-4 pt-5 pb-3 text-2xl sm:px-6">
          {t('people.facts')}
        </h2>
        {facts.length === 0 ? (
          <Empty title={t('people.noFacts')} />
        ) : (
          <ul className="divide-y border-t">
            {/* A problem is known by its words, every other fact by its field. */}
            {facts.map((fact) => (
              <li key={fact.field === 'pain_point' ? `pain_point ${fact.value}` : fact.field} className="px-4 sm:px-6">
                <Collapsible
                  className="py-1"
                  summary={
                    <span className="min-w-0 py-1">
                      <span className="block font-normal text-muted-foreground text-sm">
                        {t(`people.field.${fact.field}`)}
                      </span>
                      <span className="wrap-anywhere">{fact.value ?? t('people.takenBack')}</span>
                      {fact.history.length > 1 ? (
                        <span className="block font-normal text-muted-foreground text-sm">
                          {t('people.changes', { count: fact.history.length - 1 })}
                        </span>
                      ) : null}
                    </span>
                  }
                >
                  <ol className="mb-3 space-y-3 border-l-2 pl-4">
                    {fact.history.map((value) => (
                      <Value key={`${value.visitor_id} ${value.session_id} ${value.seq} ${value.said_at}`} of={value} />
                    ))}
                  </ol>
                </Collapsible>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Card>
  );
}

/** One value: what it was, what it replaced, when it was said and in which words. */
function Value({
  of: { value, replaced, said_at: at, corrected, session_id: session, seq, quote },
}: {
  of: FactValue;
}) {
  return (
    <li className="wrap-anywhere text-sm">
      <p>
        <span className="font-medium">{value ?? t('people.takenBack')}</span>
        {replaced ? <span className="text-muted-foreground"> {t('people.insteadOf', { value: replaced })}</span> : null}
      </p>
      <p className="flex flex-wrap gap-x-3 text-muted-foreground">
        {at ? <When at={at} className="tabular-nums" /> : null}
        {corrected ? <span>{t('people.corrected')}</span> : null}
        {!corrected && session === null ? <span>{t('people.notKept')}</span> : null}
        {session ? (
          <SessionLink id={session} {...(seq === null ? {} : { at: seq })} className="underline underline-offset-4">
            {t('people.openLine')}
          </SessionLink>
        ) : null}
      </p>
      {quote ? (
        <blockquote className="mt-1">
          “<Marked text={quote} value={value} />”
        </blockquote>
      ) : null}
    </li>
  );
}

/** A line with the value marked where it stands in it. */
function Marked({ text, value }: { text: string; value: string | null }) {
  const at = value ? text.toLowerCase().indexOf(value.toLowerCase()) : -1;
  if (!value || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="utterance-quote">{text.slice(at, at + value.length)}</mark>
      {text.slice(at + value.length)}
    </>
  );
}
