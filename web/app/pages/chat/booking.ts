// Booking in the chat, in one chunk.
export { offeredSlot } from '../../../features/booking/booking-calls.ts';
export { BookingDialog } from '../../../features/booking/components/booking-dialog.tsx';
