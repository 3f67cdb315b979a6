import { Moon, Sun } from 'lucide-react';
import { toggleTheme, useTheme } from '../platform/theme.ts';
import { Button } from '../ui/button.tsx';

/** Switches between light and dark; the label names the result of a press. */
export function ThemeToggle({ className }: { className?: string }) {
  const dark = useTheme() === 'dark';
  const label = dark ? 'Switch to light appearance' : 'Switch to dark appearance';
  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} onClick={toggleTheme} className={className}>
      {dark ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </Button>
  );
}
