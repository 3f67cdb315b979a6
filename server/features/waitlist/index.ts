export { leaveWaitlist, waitlistFunctions } from './waitlist.ts';
