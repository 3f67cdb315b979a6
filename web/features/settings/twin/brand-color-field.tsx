import { BRAND_SCHEMES, type Brand, type BrandScheme, brandOf, HOUSE, USUAL_BRAND } from '@understudy/contract/brand';
import { readColor } from '@understudy/contract/widget';
import { useId, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Label } from '../../../ui/field.tsx';

interface BrandColorFieldProps {
  /** `#rrggbb`; null for the usual color. */
  value: string | null;
  onChange: (color: string | null) => void;
  disabled?: boolean;
}

/** The color of visitors' pages, with a preview and what was moved so that everybody can read it. */
export function BrandColorField({ value, onChange, disabled = false }: BrandColorFieldProps) {
  const id = useId();
  /** What is typed, until it is a color. */
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value ?? USUAL_BRAND;
  const brand = brandOf(shown);
  const isWrong = typed !== null && readColor(typed) === null;
  const choose = (color: string | null) => {
    setTyped(null);
    onChange(color);
  };
  return (
    <div>
      <Label htmlFor={id}>{t('brand.name')}</Label>
      <div className="mt-1.5 flex flex-wrap items-center gap-2">
        <input
          type="color"
          aria-label={t('brand.pick')}
          className="size-11 shrink-0 rounded-md border border-input bg-card p-1 disabled:opacity-60"
          value={shown}
          disabled={disabled}
          onChange={({ target }) => choose(target.value)}
        />
        <div className="w-32">
          <Input
            id={id}
            className="tabular-nums"
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            value={typed ?? shown}
            aria-invalid={isWrong}
            aria-describedby={`${id}-about`}
            onChange={({ target }) => {
              setTyped(target.value);
              const color = readColor(target.value);
              if (color) onChange(color);
            }}
            onBlur={() => isWrong || setTyped(null)}
          />
        </div>
        {value === null || disabled ? null : (
          <Button variant="ghost" size="sm" className="min-h-11" onClick={() => choose(null)}>
            {t('brand.reset')}
          </Button>
        )}
      </div>
      <div className="mt-3 grid max-w-md grid-cols-2 overflow-hidden rounded-md border">
        {BRAND_SCHEMES.map((scheme) => (
          <Preview key={scheme} brand={brand} scheme={scheme} />
        ))}
      </div>
      <p id={`${id}-about`} role="status" className="mt-2 max-w-measure text-sm">
        {isWrong ? (
          <span className="text-destructive-text">{t('settings.enterAColorLike')}</span>
        ) : (
          <span className="text-muted-foreground">{brandWords(brand)}</span>
        )}
      </p>
    </div>
  );
}

/** What became of the color, in a sentence or two. */
function brandWords({ light, dark }: Brand): string {
  const hex = { light: light.primary, dark: dark.primary };
  const isMoved = { light: light.moved !== 'none', dark: dark.moved !== 'none' };
  const moved =
    isMoved.light && isMoved.dark
      ? t('brand.movedInBoth', hex)
      : isMoved.light
        ? t('brand.movedInLight', hex)
        : isMoved.dark
          ? t('brand.movedInDark', hex)
          : t('brand.asItIs');
  return `${moved} ${t('brand.contrast')}`;
}

/** A button, a link and a focus ring in one scheme, with its own colors whatever the page's theme. */
function Preview({ brand, scheme }: { brand: Brand; scheme: BrandScheme }) {
  const { primary, primary_foreground: ink, primary_text: link, ring } = brand[scheme];
  const { background } = HOUSE[scheme];
  return (
    <div className="brand-preview" style={{ background, color: scheme === 'light' ? '#2b2320' : '#efe7da' }}>
      <p className="text-xs">{scheme === 'light' ? t('brand.light') : t('brand.dark')}</p>
      <span className="brand-button" style={{ background: primary, color: ink }}>
        {t('brand.button')}
      </span>
      <span className="brand-ring" style={{ color: link, outlineColor: ring }}>
        {t('brand.link')}
      </span>
    </div>
  );
}
