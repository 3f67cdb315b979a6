import { ChevronDown, CircleUserRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useSignedIn } from '../../../features/auth/sign-in-context.tsx';
import { Button } from '../../../ui/button.tsx';

/** Shows who is signed in and opens the account menu; shown alone until the menu is loaded. */
export function AccountButton(props: ComponentProps<typeof Button>) {
  const { email } = useSignedIn();
  return (
    <Button
      {...props}
      variant="ghost"
      size="sm"
      aria-label={`Account of ${email}`}
      className="max-w-48 max-sm:min-h-11"
    >
      <span className="min-w-0 truncate max-sm:hidden">{email}</span>
      <CircleUserRound aria-hidden className="sm:hidden" />
      <ChevronDown aria-hidden />
    </Button>
  );
}
