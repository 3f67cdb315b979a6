import type { BookedMeeting, VisitorBooking } from '@understudy/contract/bookings';
import { asksPhone, type MeetingKind } from '@understudy/contract/calendar-file';
import { languageFor } from '@understudy/contract/languages';
import type { Extract } from '@understudy/contract/leads';
import type { Twin } from '@understudy/contract/twin';
import type { ReplyOffer } from '@understudy/contract/wire';
import type { Pool } from 'pg';
import { hasMeetingAhead } from '../../../platform/database/meeting-ahead.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { dayAt } from '../../../platform/zones.ts';
import type { BookingReply, TurnBookings, TurnInMode } from '../../conversation/index.ts';
import { joinWishes, phoneIn, type TimeWish, timeWishIn, type Understanding } from '../../understanding/index.ts';
import { presentBooking, presentMeeting, readMeetingOf } from '../booking-store.ts';
import type { Bookings } from '../bookings.ts';
import type { Calendar } from '../calendar.ts';
import { type BookingTalk, MAX_IDLE, type Pending, type Plan, plan, toOffer } from './plan.ts';
import {
  askToBook,
  askToCancel,
  askToMove,
  bookedWords,
  buttonWords,
  type Clock,
  cancelledWords,
  chosenWords,
  leftAsItIs,
  modelNote,
  movedWords,
  noneWords,
  offerWords,
  otherWords,
  ownWords,
  type Telling,
} from './words.ts';

/** Times offered at once. */
const MAX_OFFERED = 4;
/** The button of a form for a wish. */
const ANOTHER_TIME = 'Another time';

const NEW_TALK: BookingTalk = { kind: null, wish: null, offered: [], moves: null, pending: null, idle: 0 };

/** What is stored of a talk: a turn that is asked for again gets the same reply, and does nothing twice. */
interface StoredTalk extends BookingTalk {
  turnId: string;
  reply: BookingReply | null;
}

/** What talking about bookings needs. */
interface BookingTalkDeps {
  pool: Pool;
  bookings: Bookings;
  twin(): Twin;
}

/** A reply, and where it leaves the talk. */
interface Said {
  reply: BookingReply;
  talk: BookingTalk;
}

/** Talks with visitors about bookings: finds times, offers them, and books, moves and cancels once they agree. */
export class BookingTalks implements TurnBookings {
  readonly #deps: BookingTalkDeps;

  constructor(deps: BookingTalkDeps) {
    this.#deps = deps;
  }

  async begin(turn: TurnInMode, line: Understanding | null, known: Extract | null): Promise<BookingReply | null> {
    const { bookings, pool } = this.#deps;
    const calendar = bookings.calendar();
    if (!calendar || !line || turn.performer || turn.kind !== 'message') return null;
    const read = await pool.query<{ visitor_id: string; state: StoredTalk | null; has_bookings: boolean }>({
      name: 'read_booking_talk',
      text: `SELECT s.visitor_id, t.state,
               EXISTS (SELECT FROM bookings b WHERE b.visitor_id = s.visitor_id) AS has_bookings
             FROM sessions s LEFT JOIN booking_talks t ON t.session_id = s.id WHERE s.id = $1`,
      values: [turn.sessionId],
    });
    const [row] = read.rows;
    if (!row) return null;
    if (row.state?.turnId === turn.turnId) return row.state.reply;
    const zone = turn.zone ?? calendar.timeZone;
    const wish = await timeWishIn(line.text, bookings.now(), zone);
    const upcoming = row.has_bookings ? (await bookings.upcoming(row.visitor_id)).map(presentBooking) : [];
    const planned = plan(line, wish, row.state, upcoming);
    const told = await this.#tell(
      planned,
      { turn, line, known, zone, calendar, upcoming, visitorId: row.visitor_id },
      row.state,
    );
    await this.#save(turn, row.state, told);
    return told?.reply ?? null;
  }

  async hasMeeting(sessionId: string): Promise<boolean> {
    const { rowCount } = await this.#deps.pool.query({
      name: 'has_meeting_ahead',
      text: `SELECT FROM sessions s WHERE s.id = $1 AND ${hasMeetingAhead('s.visitor_id')}`,
      values: [sessionId],
    });
    return rowCount === 1;
  }

  async meetingOf(sessionId: string): Promise<BookedMeeting | null> {
    const row = await readMeetingOf(this.#deps.pool, sessionId, this.#deps.bookings.now());
    return row && presentMeeting(row);
  }

  /** Keeps where the talk is; one that nobody goes on with is forgotten. */
  async #save({ sessionId, turnId }: TurnInMode, before: StoredTalk | null, told: Said | null): Promise<void> {
    const { pool } = this.#deps;
    if (!told && !before) return;
    if (!told && before && before.idle >= MAX_IDLE) {
      await pool.query('DELETE FROM booking_talks WHERE session_id = $1', [sessionId]);
      return;
    }
    const state: StoredTalk = told
      ? { ...told.talk, turnId, reply: told.reply }
      : { ...(before as StoredTalk), pending: null, idle: (before?.idle ?? 0) + 1, turnId, reply: null };
    await pool.query(
      `INSERT INTO booking_talks (session_id, state) SELECT id, $2::jsonb FROM sessions WHERE id = $1
       ON CONFLICT (session_id) DO UPDATE SET state = excluded.state`,
      [sessionId, JSON.stringify(state)],
    );
  }

  async #tell(planned: Plan, scene: Scene, before: BookingTalk | null): Promise<Said | null> {
    const telling = this.#telling(scene);
    if (planned.act === 'none') return null;
    if (planned.act === 'leave')
      return { reply: binding(leftAsItIs), talk: { ...(before ?? NEW_TALK), pending: null } };
    if (planned.act === 'tell') return { reply: binding(ownWords(telling, scene.upcoming)), talk: NEW_TALK };
    if (planned.act === 'ask_cancel') {
      const { booking } = planned;
      const talk = { ...NEW_TALK, pending: { do: 'cancel' as const, id: booking.id } };
      return { reply: binding(askToCancel(telling, booking)), talk };
    }
    if (planned.act === 'do') return this.#carryOut(planned.pending, scene);
    if (planned.act === 'choose') return this.#propose(planned.start, planned.moves, scene, before ?? NEW_TALK);
    return this.#find(planned, scene, before ?? NEW_TALK);
  }

  /** Does what was agreed to, and says so; where it is too late, offers what is free instead. */
  async #carryOut(pending: Pending, scene: Scene): Promise<Said> {
    const { bookings } = this.#deps;
    const telling = this.#telling(scene);
    const { sessionId, locale } = scene.turn;
    try {
      if (pending.do === 'cancel') {
        await bookings.own(pending.id, scene.visitorId);
        const row = presentBooking(await bookings.cancel(pending.id, 'visitor', sessionId));
        const meeting = await this.meetingOf(sessionId);
        return { reply: { ...binding(cancelledWords(telling, row)), meeting }, talk: NEW_TALK };
      }
      const start = Date.parse(pending.start);
      if (pending.do === 'move') {
        await bookings.own(pending.id, scene.visitorId);
        const row = await bookings.move(pending.id, start, { zone: pending.zone, locale }, sessionId);
        const reply = { ...binding(movedWords(telling, presentBooking(row))), meeting: presentMeeting(row) };
        return { reply, talk: NEW_TALK };
      }
      const { kind, zone, name, email, phone } = pending;
      const booker = { sessionId, visitorId: scene.visitorId };
      // The twin asked in English; the mails are in the language of their page.
      const read = { language: languageFor([locale ?? 'en']), consentLanguage: 'en' as const, locale };
      const wish = { kind, start, zone, name, email, phone, note: null, ...read };
      const row = await bookings.book(booker, wish, sessionId);
      const words = bookedWords(telling, presentBooking(row), await bookings.linkOf(row));
      return { reply: { ...binding(words), meeting: presentMeeting(row) }, talk: NEW_TALK };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code !== 'slot_taken') return { reply: binding(error.message), talk: NEW_TALK };
      const moves = pending.do === 'move' ? (scene.upcoming.find(({ id }) => id === pending.id) ?? null) : null;
      return this.#find({ wish: null, moves, isNew: true }, scene, NEW_TALK);
    }
  }

  /** Offers free times; a single one that was named exactly is proposed. */
  async #find(
    { wish, moves, isNew }: { wish: TimeWish | null; moves: VisitorBooking | null; isNew: boolean },
    scene: Scene,
    before: BookingTalk,
  ): Promise<Said> {
    const { bookings } = this.#deps;
    const { zone, calendar, line, turn } = scene;
    const earlier = isNew ? null : before.wish;
    const whole = wish ? joinWishes(earlier, wish) : earlier;
    const kind = kindFor(line.text, calendar, moves?.kind ?? before.kind);
    const asked = { kind: kind.id, zone, moves: moves?.id ?? null };
    const shown = isNew || wish ? [] : before.offered;
    const free = (await bookings.free({ ...asked, wish: whole })).map(({ start }) => start);
    const fresh = free.filter((start) => !shown.includes(start));
    const fitting = fresh.length > 0 ? fresh : free;
    const [first] = fitting;
    const talk: BookingTalk = { ...NEW_TALK, kind: kind.id, wish: whole, moves: moves?.id ?? null };
    if (first && wish && wish.at.length === 1 && whole?.days.length) return this.#propose(first, moves, scene, talk);
    const telling = { ...this.#telling(scene), kind };
    const others = first ? [] : (await bookings.free({ ...asked, ...nearestTo(whole) })).map(({ start }) => start);
    const any = first || others.length > 0 ? others : (await bookings.free(asked)).map(({ start }) => start);
    const offered = toOffer(first ? fitting : any, MAX_OFFERED, (start) => dayAt(zone, Date.parse(start)));
    if (offered.length === 0) {
      const offers: ReplyOffer[] = turn.consent ? [{ kind: 'call', label: ANOTHER_TIME, payload: '' }] : [];
      return {
        reply: { ...binding(noneWords(telling, turn.consent ?? false)), offers },
        talk: { ...talk, wish: null },
      };
    }
    const text = first ? offerWords(telling, offered, moves !== null) : otherWords(telling, offered);
    const offers = [
      ...offered.map((start) => slotOffer(start, kind.id, moves?.id ?? null, telling.clock)),
      ...(turn.consent && !moves ? [{ kind: 'call' as const, label: ANOTHER_TIME, payload: '' }] : []),
    ];
    const reply = { text, offers, isBinding: false, note: modelNote(offered, telling.clock) };
    return { reply, talk: { ...talk, offered, wish: first ? whole : null } };
  }

  /** Asks whether a time is to be booked, or the booking to be moved to it. */
  async #propose(start: string, moves: VisitorBooking | null, scene: Scene, before: BookingTalk): Promise<Said> {
    const { zone, calendar, known, line } = scene;
    const kind = kindFor(line.text, calendar, moves?.kind ?? before.kind);
    const telling = { ...this.#telling(scene), kind };
    const offers = [slotOffer(start, kind.id, moves?.id ?? null, telling.clock)];
    const talk = { ...before, kind: kind.id, offered: [start], moves: moves?.id ?? null };
    if (moves) {
      const pending: Pending = { do: 'move', id: moves.id, start, zone };
      return { reply: { ...binding(askToMove(telling, moves, start)), offers }, talk: { ...talk, pending } };
    }
    const own = (type: 'person' | 'email') => line.entities.findLast((entity) => entity.type === type)?.value;
    const name = own('person') ?? known?.entities.person_name ?? null;
    const email = own('email') ?? known?.entities.contact_email ?? null;
    // Their own number, as they were asked for it.
    const told = phoneIn(line.text, true, true)?.value ?? known?.entities.contact_phone ?? null;
    const phone = asksPhone(kind) ? told : null;
    if (name && email && (phone || !asksPhone(kind))) {
      const pending: Pending = { do: 'book', kind: kind.id, start, zone, name, email, phone };
      const text = askToBook(telling, start, { name, email, phone }, this.#deps.bookings.consent('en', kind.id));
      return { reply: { ...binding(text), offers }, talk: { ...talk, pending } };
    }
    const missing = [
      ...(name ? [] : (['name'] as const)),
      ...(email ? [] : (['email address'] as const)),
      ...(phone || !asksPhone(kind) ? [] : (['telephone number'] as const)),
    ];
    return { reply: { ...binding(chosenWords(telling, start, missing)), offers }, talk };
  }

  #telling({ turn, zone }: Pick<Scene, 'turn' | 'zone'>): Omit<Telling, 'kind'> {
    const { first_name: name, contact } = this.#deps.twin().persona;
    return { name, email: contact.email, clock: { zone, locale: turn.locale } };
  }
}

/** What is known when a line is answered. */
interface Scene {
  turn: TurnInMode;
  line: Understanding;
  known: Extract | null;
  zone: string;
  calendar: Calendar;
  upcoming: readonly VisitorBooking[];
  visitorId: string;
}

/** A reply whose words nobody else may write: it says what was done, or what yes would mean. */
const binding = (text: string): BookingReply => ({ text, offers: [], isBinding: true, note: null });

function slotOffer(start: string, kind: string, moves: string | null, clock: Clock): ReplyOffer {
  return { kind: 'slot', label: buttonWords(start, clock), payload: [start, kind, moves].filter(Boolean).join(' ') };
}

const HALF_A_DAY_MS = 43_200_000;

/** From where on to look for times near those of a wish, in whatever zone its days begin. */
function nearestTo(wish: TimeWish | null): { from?: number } {
  const from = wish?.days.map((days) => days.from).sort()[0];
  return from === undefined ? {} : { from: Date.parse(`${from}T00:00:00Z`) - HALF_A_DAY_MS };
}

/** The kind of meeting that a line names; else the one talked about, or the first. */
function kindFor(text: string, { kinds }: Calendar, before: string | null): MeetingKind {
  const low = text.toLowerCase();
  const named = kinds.find(({ title }) => low.includes(title.toLowerCase()));
  const usual = kinds.find(({ id }) => id === before) ?? kinds[0];
  return named ?? (usual as MeetingKind);
}
