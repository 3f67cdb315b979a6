/** Values shared by several examples: one visitor, Ana Costa, and one owner. */
import type { AdminActionItem, AdminSession, AdminUser, Note } from '../admin.ts';
import type { AuthSession, AuthUser } from '../auth.ts';
import type { ExportedSession } from '../export-formats.ts';
import type { ActionItemAnswer } from '../leads.ts';
import { type Extract, emptyExtract } from '../leads.ts';

const SECRET = 'GkQ3vQm1oYb8Xn0Zc5rT7uW2pL4sD6hJ9kF1aE3iM0o';
export const VISITOR = '3f0e2b34-7a53-4b0f-9d0c-5f6f2a1d8c11';
export const SESSION = 'b8d2f6a0-1c1e-4c6e-8a8f-0a6f3f7f9f2d';
export const TURN = '0d4f2f0a-5f57-4d0e-9d4e-9f1c7f1b6a33';
export const ITEM = '51f0a0a4-09a8-4c8b-8d8c-3f1a6e2b7c90';
export const NOTE = '9c1f5a5e-6d7b-4f0e-8f65-2b9e4d3c1a08';
export const USER = 'e2a7c9d4-3b5f-4e6a-9c8d-7f1b2a3c4d5e';
export const MEMORY = '7b6a5c4d-3e2f-4a1b-8c9d-0e1f2a3b4c5d';
const CREATED = '2026-11-20T09:15:02.000Z';

export const VISITOR_SECRET = 'q2VxJkT0nW8cRr1yLm5uPz7sDf3hGa9eXo4iKb6tYvE';
export const credentials = { session_id: SESSION, session_secret: SECRET };

export const extract: Extract = {
  ...emptyExtract(),
  intent: 'consulting_inquiry',
  lead_score: 78,
  confidence: 0.86,
  company: 'Costa Bikes',
  contact_info: 'ana@costabikes.example',
  pain_points: ['every decision waits for me'],
  followup_actions: ['Suggest a first call'],
  reasons: ['Names a budget: 20,000 euros.', 'Decides herself: managing director.'],
  next_best_question: 'When would you like to have it solved?',
  offer: 'score',
};

export const session: AdminSession = {
  id: SESSION,
  visitor_id: VISITOR,
  contact_name: 'Ana Costa',
  email: 'ana@costabikes.example',
  phone: null,
  lead_score: 78,
  final_intent: 'consulting_inquiry',
  cta_chosen: 'book_call',
  started_at: CREATED,
  ended_at: '2026-11-20T09:29:40.000Z',
  created_at: CREATED,
  duration: '15',
  summary: true,
  utterance_count: 24,
  status: 'new',
  reason: 'Names a budget: 20,000 euros.',
  call_requested: true,
  booked: false,
  complaint: false,
  asks_person: false,
  current_intent: null,
};

const { visitor_id: _, ...withoutVisitor } = session;
export const exportedSession: ExportedSession = {
  ...withoutVisitor,
  visitor_ref: '5f0d7a4c9be2486d1c33e0a97f41b82d',
  company: 'Costa Bikes',
  role: 'managing director',
  call_wish: 'Tuesday afternoon',
  call_day: '2026-11-24',
  consent_version: '1',
  consent_language: 'en',
  consent_text: 'You may keep this conversation for 180 days.',
  bookings: [
    {
      title: 'First call',
      starts_at: '2026-11-24T14:00:00.000Z',
      ends_at: '2026-11-24T14:30:00.000Z',
      status: 'confirmed',
    },
  ],
};

export const item: ActionItemAnswer = {
  title: 'Send Ana Costa two dates for a first call',
  description: 'She asked to be called after Tuesday.',
  priority: 'high',
  owner: 'you',
  category: 'sales',
  tags: ['call'],
  due_date: '2026-11-24',
};

export const adminItem: AdminActionItem = {
  ...item,
  id: ITEM,
  session_id: SESSION,
  visitor_id: VISITOR,
  contact_name: 'Ana Costa',
  company: 'Costa Bikes',
  seq: 18,
  status: 'open',
  assignee: null,
  created_at: '2026-11-20T09:27:11.000Z',
};

export const note: Note = {
  id: NOTE,
  session_id: SESSION,
  text: 'Called back; wants an offer by Friday.',
  author: 'dana@reyes.example',
  mine: true,
  created_at: '2026-11-20T11:02:45.000Z',
  updated_at: '2026-11-20T11:02:45.000Z',
};

export const user: AdminUser = {
  id: USER,
  email: 'kim@reyes.example',
  role: 'admin',
  created_at: '2026-11-02T08:00:00.000Z',
  last_sign_in_at: null,
  invited: true,
  second_factor: false,
};

export const authUser: AuthUser = {
  id: USER,
  aud: 'authenticated',
  role: 'authenticated',
  email: 'kim@reyes.example',
  phone: '',
  email_confirmed_at: '2026-11-02T08:00:00.000Z',
  confirmed_at: '2026-11-02T08:00:00.000Z',
  last_sign_in_at: '2026-11-20T08:55:10.000Z',
  app_metadata: { provider: 'email', providers: ['email'], role: 'admin', must_change_password: false },
  user_metadata: {},
  identities: [],
  factors: [],
  created_at: '2026-11-02T08:00:00.000Z',
  updated_at: '2026-11-20T08:55:10.000Z',
  is_anonymous: false,
};

export const authSession: AuthSession = {
  access_token: 'eyJhbGciOiJFUzI1NiIs…',
  token_type: 'bearer',
  expires_in: 900,
  expires_at: 1_795_164_010,
  refresh_token: 'v1.fJ3kQ…',
  user: authUser,
};
