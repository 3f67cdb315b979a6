import { useRouter } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { keepTheme } from '../../platform/theme.ts';
import { useSignIn } from './sign-in-context.tsx';

/** Signing out, which leads to the front of the house (specification, section 6). */
export function useSignOut(): () => void {
  const signIn = useSignIn();
  const router = useRouter();
  return () => {
    // The server has the browser clear what the site kept.
    void signIn.signOut().then(keepTheme);
    // What was fetched for whoever leaves goes with the pages that show it.
    void router.navigate({ to: paths.landing });
  };
}
