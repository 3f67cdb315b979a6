import { ChevronDown, CircleUserRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useSignedIn } from '../../../features/auth/sign-in-context.tsx';
import { Button } from '../../../ui/button.tsx';

/** Who is signed in: opens the account's menu, and stands alone until that has come. */
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
