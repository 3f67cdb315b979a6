export { createBookingMails } from './booking-mails.ts';
export { mountLinkPages } from './link-pages.ts';
export { createMail, type Mail } from './mail.ts';
export {
  deleteUndelivered,
  listUndelivered,
  MAILS_OF_VISITORS,
  mailDeliveries,
  mailsOfVisitors,
  SEND_MAIL_JOB,
  wasJustQueued,
} from './mail-store.ts';
export { createReminders, type Reminders } from './reminders.ts';
export { fixedWordsIn } from './texts/fixed-words-in.ts';
export { isWorkingTime } from './working-hours.ts';
