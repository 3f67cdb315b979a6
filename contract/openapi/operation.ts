/** How an operation is described: the text that neither a schema nor a type can express. */
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Answers, OtherShapes } from './answers.ts';

/** Groups of operations in the document's order, with a description of each. */
export const TAGS = {
  Conversation: 'Conversations between visitors and the twin. All calls but the first need the session’s credentials.',
  Speech: 'Speech to text, and text to speech.',
  Visitors: 'The waitlist, call requests, and what the twin remembers about a visitor.',
  Server: 'The public configuration and the server’s health.',
  'Sign-in': 'The protocol of `@supabase/auth-js`, with its own error format.',
  'Taking over': 'Running conversations: watched, taken over by a person, handed back to the twin.',
  Sessions: 'Conversations with their analysis, search and export.',
  Work: 'People, notes, action items, the status of leads, the waitlist.',
  Bookings: 'Meetings that visitors book: free times, signed links, the owner’s bookings and calendars.',
  Shows: 'Shows that the twin performs with a visitor, and their episodes.',
  Analytics: 'Figures for a time range. Days are in the consultant’s time zone.',
  Settings: 'Settings, providers, the twin’s texts, and actions that cannot be undone.',
  People: 'Users and the audit log. For owners only.',
} as const;
export type Tag = keyof typeof TAGS;

/**
 * Who may make the call. `session`: the visitor's credentials in the body; `session_headers`: in the body or in
 * headers; `session_or_admin`: the same, or an administrator's access token; the rest require an access token of at
 * least that role.
 */
export type Access =
  | 'anyone'
  | 'session'
  | 'session_headers'
  | 'session_or_admin'
  | 'viewer'
  | 'admin'
  | 'owner'
  | 'person';

/** A media type of the answer other than JSON. */
export interface OtherMedia {
  about: string;
  /** The schema of each event or line; text and audio have none. */
  each?: keyof OtherShapes;
}

/** An operation with its full description. */
export interface Operation<Answer = unknown> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With parameters in braces. */
  path: string;
  tag: Tag;
  /** Two to six words. */
  summary: string;
  /** What it does, in full sentences. */
  about: string;
  access: Access;
  /** Set if the password must have been entered within the last ten minutes. */
  fresh?: true;
  /** Description of each path parameter. */
  inPath?: Record<string, { about: string; example: string; schema?: z.ZodType }>;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Other accepted media types of the body. */
  otherBody?: { type: string | readonly string[]; about: string };
  /** Status of a successful answer; defaults to 200. */
  status?: 201 | 202 | 204;
  /** Other media types of the answer, in addition to JSON if the answer has a type. */
  media?: Record<string, OtherMedia>;
  /** Set if the answer comes only as files and streams, whose line or event has the answer's type. */
  noJson?: true;
  /** Relevant headers of a successful answer. */
  headers?: Record<string, string>;
  /** Codes beyond those implied by the access and the body. */
  errors?: readonly ErrorCode[];
  /** Example of the body. */
  send?: unknown;
  /** Example of the query. */
  ask?: Record<string, string>;
  /** Example of the answer. */
  answer?: Answer;
}

/** A subset of the operations, by id. */
export type Operations = { [Id in keyof Answers]?: Operation<Answers[Id]> };
/** All operations. */
export type AllOperations = { [Id in keyof Answers]: Operation<Answers[Id]> };
