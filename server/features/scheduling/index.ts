export {
  type BookingRow,
  bookingsOfSession,
  bookingsOfVisitors,
  closeBookingItems,
  isCallBeingBooked,
  listBookings,
  presentOwnerBooking,
  readBooking,
  readTaken,
} from './booking-store.ts';
export { type BookingMail, Bookings, WRITE_BOOKING_JOB } from './bookings.ts';
export {
  CalendarSources,
  READ_BUSY_EVERY_S,
  READ_BUSY_JOB,
  READ_NEW_BUSY_JOB,
  REMOVE_ENTRY_JOB,
} from './feeds/calendar-sources.ts';
export { schedulingFunctions } from './functions.ts';
export { mountBookingLinks } from './link-routes.ts';
export { BookingTalks } from './talk/booking-talk.ts';
