import { useQuery } from '@tanstack/react-query';
import type { TwinPicture } from '@understudy/contract/twin-calls';
import { ImageUp, UserRound } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { FormAlert } from '../../../ui/states.tsx';
import { keys } from '../calls.ts';
import { useSettingsPage } from '../settings-context.tsx';
import { dataUrlOf, openPhoto, type Photo, PhotoError } from './photo.ts';

const CropDialog = lazy(() => import('./crop-dialog.tsx'));

interface PortraitFieldProps {
  /** The portrait's file, as the persona names it; null for none. */
  value: string | null;
  /** Where that is shown from; null if it cannot be shown. */
  src: string | null;
  onChange: (file: string) => void;
  disabled?: boolean;
}

/** The portrait, with a way to choose, crop and upload another. */
export function PortraitField({ value, src, onChange, disabled = false }: PortraitFieldProps) {
  const { calls } = useSettingsPage();
  const input = useRef<HTMLInputElement>(null);
  const [photo, setPhoto] = useState<Photo | null>(null);
  /** What was uploaded last, shown without asking the server for it. */
  const [sent, setSent] = useState<{ file: string; url: string } | null>(null);
  const [isOpening, setOpening] = useState(false);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = sent?.file === value ? sent?.url : src;

  const take = async (files: FileList | null): Promise<void> => {
    const [file, second] = files ?? [];
    if (!file || disabled || isOpening) return;
    setProblem(second ? t('photo.one') : null);
    if (second) return;
    setOpening(true);
    try {
      setPhoto(await openPhoto(file));
    } catch (error) {
      setProblem(error instanceof PhotoError ? error.message : t('photo.unreadable'));
    } finally {
      setOpening(false);
    }
  };
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-sm">{t('photo.name')}</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard */}
      <div
        className={cn('photo-drop', isOver && 'is-over')}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!disabled);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files);
        }}
      >
        {shown ? (
          <img src={shown} alt={t('photo.present')} width={96} height={96} className="photo-shown" />
        ) : (
          <span className="photo-shown grid place-items-center bg-muted">
            <UserRound aria-hidden className="size-10 text-muted-foreground" />
          </span>
        )}
        <div className="min-w-0">
          <Button
            variant="outline"
            disabled={disabled}
            aria-disabled={isOpening}
            onClick={() => input.current?.click()}
          >
            <ImageUp aria-hidden />
            {t('photo.choose')}
          </Button>
          <p role="status" className="mt-2 text-muted-foreground text-sm">
            {isOpening ? t('photo.opening') : isOver ? t('photo.dropNow') : t('photo.hint')}
          </p>
        </div>
        <input
          ref={input}
          type="file"
          className="sr-only"
          tabIndex={-1}
          aria-label={t('photo.choose')}
          accept="image/jpeg,image/png,image/webp"
          disabled={disabled}
          onChange={({ target }) => {
            // The list empties with the field.
            void take(target.files).finally(() => {
              target.value = '';
            });
          }}
        />
      </div>
      {problem ? (
        <div className="mt-3">
          <FormAlert>{problem}</FormAlert>
        </div>
      ) : null}
      {photo ? (
        <Suspense>
          <CropDialog
            photo={photo}
            onClose={() => setPhoto(null)}
            onCropped={async (portrait, signal) => {
              const { file } = await calls.upload<TwinPicture>('twin/pictures', {}, portrait, signal, portrait.type);
              setSent({ file, url: await dataUrlOf(portrait) });
              onChange(file);
            }}
          />
        </Suspense>
      ) : null}
    </fieldset>
  );
}

/** A picture that was uploaded, not one of the twin's folder. */
const UPLOADED = /^portrait-[0-9a-f]{16}\.webp$/;
const PICTURE_TIMEOUT_MS = 30_000;

/** Where a portrait is shown from: the running twin's from the visitors' address, an uploaded one from the owner's. */
export function usePortraitSrc(file: string | null, saved: string | null): string | null {
  const { calls } = useSettingsPage();
  const isUploaded = file !== null && UPLOADED.test(file);
  const { data } = useQuery({
    queryKey: keys.picture(file ?? ''),
    queryFn: async ({ signal }) => {
      const options = { signal, accept: 'image/webp', timeoutMs: PICTURE_TIMEOUT_MS };
      return dataUrlOf(await (await calls.open(`twin/pictures/${file}`, {}, options)).blob());
    },
    enabled: isUploaded,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isUploaded) return data ?? null;
  // The folder's other pictures are not served.
  return file !== null && file === saved ? `/twin/portrait?of=${encodeURIComponent(file)}` : null;
}
