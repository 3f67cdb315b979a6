import type { EpisodePublishing } from '@understudy/contract/episodes';
import { paths } from '@understudy/contract/pages';
import { useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';

/** Publishes an episode, if its visitor agreed to that, or takes it back. */
export function Publishing({
  publishing: { publishing_agreed_at: agreed, slug, published_at: published },
  refusal,
  onPublish,
}: {
  publishing: EpisodePublishing;
  /** Why the caller may not change it; null if they may. */
  refusal: string | null;
  /** Throws what the page's calls throw. */
  onPublish: (published: boolean) => Promise<unknown>;
}) {
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const change = async (to: boolean) => {
    setBusy(true);
    setError(null);
    setCopied(false);
    await onPublish(to).catch(setError);
    setBusy(false);
  };
  const path = paths.episode.replace('$slug', slug ?? '');
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(path, window.location.href).href);
    setCopied(true);
  };
  return (
    <Card className="p-4 sm:p-6">
      <h2 className="text-xl">{t('episode.publishing')}</h2>
      {agreed === null ? <p className="mt-2 text-muted-foreground">{t('episode.notAgreed')}</p> : null}
      {agreed !== null && slug === null ? (
        <>
          <p className="mt-2">{t('episode.mayPublish')}</p>
          <Button className="mt-4" disabled={isBusy || refusal !== null} onClick={() => void change(true)}>
            {t('episode.publish')}
          </Button>
        </>
      ) : null}
      {slug !== null && published !== null ? (
        <>
          <p className="mt-2">
            {t('episode.published')} <When at={published} className="text-muted-foreground" />
          </p>
          <div className="mt-4 flex flex-wrap items-center gap-3">
            <Button asChild variant="outline" size="sm">
              <a href={path} target="_blank" rel="noreferrer">
                {t('episode.open')}
              </a>
            </Button>
            <Button variant="outline" size="sm" onClick={() => void copy().catch(setError)}>
              {t(isCopied ? 'episode.copied' : 'episode.copy')}
            </Button>
            <Button variant="ghost" size="sm" disabled={isBusy || refusal !== null} onClick={() => setAsking(true)}>
              {t('episode.unpublish')}
            </Button>
          </div>
        </>
      ) : null}
      {refusal && agreed !== null ? <p className="mt-3 text-muted-foreground text-sm">{refusal}</p> : null}
      <div className="mt-3 empty:hidden">{error ? <FormAlert>{sentenceOf(error)}</FormAlert> : null}</div>
      {isAsking ? (
        <ConfirmDialog
          title={t('episode.unpublishTitle')}
          confirm={t('episode.unpublish')}
          cancel={t('episode.keep')}
          onConfirm={() => void change(false)}
          onClose={() => setAsking(false)}
        >
          <p>{t('episode.unpublishMore')}</p>
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}
