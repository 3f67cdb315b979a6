import { useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Label } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { type Area, cropPhoto, type Photo, PhotoError } from './photo.ts';

const MAX_ZOOM = 4;
const ZOOM_STEP = 0.05;
/** Pixels that an arrow key moves the photo. */
const KEY_STEP = 8;

interface CropDialogProps {
  photo: Photo;
  /** Sends the portrait; the dialog closes when it is done. */
  onCropped: (portrait: Blob, signal: AbortSignal) => Promise<void>;
  onClose: () => void;
}

/** Chooses the square of a photo that becomes the portrait, by mouse, touch or keys, and sends it. */
export default function CropDialog({ photo, onCropped, onClose }: CropDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stop = useRef<AbortController | null>(null);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async () => {
    if (!area || isSending) return;
    stop.current = new AbortController();
    const { signal } = stop.current;
    setSending(true);
    setProblem(null);
    try {
      await onCropped(await cropPhoto(photo, area), signal);
      dialog.current?.close();
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof PhotoError ? error.message : sentenceOf(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog
      title={t('photo.crop')}
      dialog={dialog}
      onClose={() => {
        stop.current?.abort();
        onClose();
      }}
      hasCross
      isHeld={isSending}
      className="w-[min(34rem,calc(100vw-2rem))]"
    >
      <p className="text-muted-foreground text-sm">{t('photo.cropHint')}</p>
      <div className="crop-stage">
        <Cropper
          image={photo.url}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={1}
          showGrid={false}
          objectFit="contain"
          keyboardStep={KEY_STEP}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '' }}
          cropperProps={{ role: 'group', 'aria-label': t('photo.cropArea') }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
        />
      </div>
      <Label htmlFor="photo-zoom" className="mt-4">
        {t('photo.zoom')}
      </Label>
      <input
        id="photo-zoom"
        type="range"
        className="mt-1 h-9 w-full accent-primary-text"
        min={1}
        max={MAX_ZOOM}
        step={ZOOM_STEP}
        value={zoom}
        onChange={({ target }) => setZoom(Number(target.value))}
      />
      {problem ? (
        <div className="mt-3">
          <FormAlert>{problem}</FormAlert>
        </div>
      ) : null}
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        {isSending ? (
          <div role="status" className="mr-auto min-w-32 flex-1 text-sm">
            {t('photo.uploading')}
            <progress className="import-progress mt-1" aria-label={t('photo.uploading')} />
          </div>
        ) : null}
        <Button variant="outline" onClick={() => (isSending ? stop.current?.abort() : dialog.current?.close())}>
          {t('photo.cancel')}
        </Button>
        <Button aria-disabled={!area || isSending} onClick={() => void send()}>
          {t('photo.use')}
        </Button>
      </div>
    </Dialog>
  );
}
