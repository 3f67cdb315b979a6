import { Link } from '@tanstack/react-router';
import { LANGUAGE_NAMES, LANGUAGES, languageFor } from '@understudy/contract/languages';
import { paths } from '@understudy/contract/pages';
import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConfig } from '../platform/config.ts';
import { language, switchLanguage } from '../platform/language.ts';
import { t } from '../platform/texts.ts';
import { toggleTheme, useTheme } from '../platform/theme.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';

/** A page's header: the consultant's name or a back link, and the page's own controls. */
export function SiteHeader({
  back,
  className,
  children,
}: {
  back?: ReactNode;
  className?: string;
  children?: ReactNode;
}) {
  const { name } = useConfig().consultant;
  return (
    <header
      className={cn(
        'relative z-10 mx-auto flex max-w-page flex-wrap items-center gap-x-3 gap-y-2 px-5 py-4 sm:gap-x-5 sm:px-8',
        className,
      )}
    >
      {back ?? (
        <Link to={paths.landing} className="inline-flex min-h-11 items-center font-serif text-lg sm:text-xl">
          {t('site.ai', { name })}
        </Link>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2 sm:gap-x-4">
        <ThemeToggle className="max-sm:hidden" />
        {children}
      </div>
    </header>
  );
}

/** A subtle link in the header. */
export const headerLink = 'inline-flex min-h-11 items-center px-1 font-medium underline-offset-4 hover:underline';

const footerLink = 'inline-flex min-h-6 items-center underline underline-offset-4 hover:text-foreground';

/** The footer of the public pages. @param holder named in the copyright line; defaults to the consultant */
export function SiteFooter({ holder }: { holder?: string }) {
  const { consultant, copyright, visitor_page: shows } = useConfig();
  const now = new Date().getFullYear();
  const { year } = copyright;
  const years = year !== null && year < now ? `${year}–${now}` : year;
  const line = ['©', years, holder ?? consultant.name].filter((part) => part !== null).join(' ');
  return (
    <footer className="border-t">
      <div
        className={
          'mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-8 ' +
          'text-muted-foreground text-sm sm:px-8'
        }
      >
        <p>{t('site.rights', { line: line.replace(/\.$/, '') })}</p>
        <nav aria-label={t('site.footer')} className="flex gap-6">
          <Link to={paths.privacy} className={footerLink}>
            {t('site.privacy')}
          </Link>
          {shows.dashboard_link ? (
            <Link to={paths.admin} className={footerLink}>
              {t('site.dashboard')}
            </Link>
          ) : null}
        </nav>
        <div className="flex items-center gap-1">
          <LanguageSwitch />
          <ThemeToggle className="sm:hidden" />
        </div>
      </div>
    </footer>
  );
}

/** Chooses the page's language. */
export function LanguageSwitch() {
  return (
    <label className="inline-flex items-center gap-2">
      {t('site.language')}
      <select
        value={language()}
        onChange={(event) => switchLanguage(languageFor([event.target.value]))}
        className="min-h-9 rounded-md border bg-background px-2 text-foreground"
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Switches between light and dark; the label names the result of a press. */
export function ThemeToggle({ className }: { className?: string }) {
  const dark = useTheme() === 'dark';
  const label = dark ? t('site.light') : t('site.dark');
  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} onClick={toggleTheme} className={className}>
      <Sun aria-hidden className="in-dark" />
      <Moon aria-hidden className="in-light" />
    </Button>
  );
}
