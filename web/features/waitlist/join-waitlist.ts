import { emailProblem } from '@understudy/contract/email';
import { callFunction } from '../../platform/http.ts';

/** The answer of `collect_email`. */
interface SignupAnswer {
  success?: boolean;
  message?: string;
  error?: string;
}

/** The form's messages after an attempt, verbatim from sections 5, 7 and 8. */
export interface SignupOutcome {
  joined: boolean;
  title: string;
  description: string;
}

const NO_ANSWER = 'Something went wrong. Please try again.';

/** Signs up for early access. Never throws: every failure is a result with a sentence for the visitor. */
export async function joinWaitlist(
  typed: { email: string; name: string },
  call: typeof callFunction<SignupAnswer> = callFunction,
): Promise<SignupOutcome> {
  const email = typed.email.trim();
  const name = typed.name.trim();
  if (!email) {
    return {
      joined: false,
      title: 'Email required',
      description: 'Please enter your email address to join the waitlist.',
    };
  }
  const problem = emailProblem(email);
  if (problem) return { joined: false, title: 'Signup failed', description: problem };
  try {
    const answer = await call('collect_email', { email, ...(name ? { name } : {}), signup_type: 'waitlist' });
    if (!answer.success) throw new Error(answer.error || 'Failed to join waitlist');
    return { joined: true, title: 'Welcome to the waitlist!', description: answer.message ?? '' };
  } catch (error) {
    const reason = error instanceof Error && error.message ? error.message : NO_ANSWER;
    return { joined: false, title: 'Signup failed', description: reason };
  }
}
