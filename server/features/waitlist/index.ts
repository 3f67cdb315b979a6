export { waitlistFunctions } from './waitlist.ts';
