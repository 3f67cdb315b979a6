import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { useConfig } from '../platform/config.ts';
import { ThemeToggle } from './theme-toggle.tsx';

/** The footer of the public pages. @param holder named in the copyright line; defaults to the consultant */
export function SiteFooter({ holder }: { holder?: string }) {
  const { consultant, copyright } = useConfig();
  const line = ['©', copyright.year, holder ?? consultant.name].filter((part) => part !== null).join(' ');
  return (
    <footer className="border-t">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-8 text-muted-foreground text-sm sm:px-8">
        <p>{line.replace(/\.$/, '')}. All rights reserved.</p>
        <nav aria-label="Footer" className="flex gap-6">
          <Link
            to={paths.privacy}
            className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-foreground"
          >
            Privacy
          </Link>
          <Link
            to={paths.admin}
            className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-foreground"
          >
            Dashboard
          </Link>
        </nav>
        <ThemeToggle className="sm:hidden" />
      </div>
    </footer>
  );
}
