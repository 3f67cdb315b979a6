import { useRouter } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { keepTheme } from '../../platform/theme.ts';
import { useSignIn } from './sign-in-context.tsx';

/** Signs out and goes to the landing page (specification, section 6). */
export function useSignOut(): () => void {
  const signIn = useSignIn();
  const router = useRouter();
  return () => {
    // The server has the browser clear the site's data.
    void signIn.signOut().then(keepTheme);
    // Data fetched for the user goes away with the pages that show it.
    void router.navigate({ to: paths.landing });
  };
}
