/** How an operation is described: the words that neither a schema nor a type can say. */
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Answers, OtherShapes } from './answers.ts';

/** Groups of operations, in the document's order, with what each is about. */
export const TAGS = {
  Conversation: 'A visitor talks with the twin. Every call but the first carries the credentials of its session.',
  Speech: 'Words from sound, and sound from words.',
  Visitors: 'What a visitor leaves, asks for, and can see of what is remembered.',
  Server: 'What a page needs before anybody talks, and whether the server is well.',
  'Sign-in': 'The wire of `@supabase/auth-js`. Its errors have a form of their own.',
  Sessions: 'What was talked about, with whom, and what it is worth.',
  Work: 'Notes, action items, the status of leads, the waitlist.',
  Analytics: 'What the conversations of some days come to. Days are those of the consultant’s time zone.',
  Settings: 'What the owner can set, who answers, what the twin says, and what cannot be undone.',
  People: 'Who may sign in, and what was done. An owner’s alone.',
} as const;
export type Tag = keyof typeof TAGS;

/**
 * Whose call it is. `session`: the visitor's credentials in the body; `session_headers`: there, or in headers;
 * `session_or_admin`: the same, or an administrator's access token; the rest is an access token of somebody in that
 * role at least.
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

/** A type of answer besides JSON. */
export interface OtherMedia {
  about: string;
  /** What each event, or each line, is; text and sound have none. */
  each?: keyof OtherShapes;
}

/** An operation with everything that is said of it. */
export interface Operation<Answer = unknown> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With its parameters in braces. */
  path: string;
  tag: Tag;
  /** Two to six words. */
  summary: string;
  /** What it does, in sentences. */
  about: string;
  access: Access;
  /** Whether the password must have been given within the last ten minutes. */
  fresh?: true;
  /** What stands for each parameter of the path. */
  inPath?: Record<string, { about: string; example: string; schema?: z.ZodType }>;
  query?: z.ZodType;
  body?: z.ZodType;
  /** A body of another type that is taken too. */
  otherBody?: { type: string; about: string };
  /** Of the good answer; 200 otherwise. */
  status?: 201 | 202 | 204;
  /** The answer comes as these, by media type; beside JSON where the answer has a type. */
  media?: Record<string, OtherMedia>;
  /** Whether only files and streams come, whose line or event the answer is. */
  noJson?: true;
  /** Headers of the good answer that mean something. */
  headers?: Record<string, string>;
  /** Codes beyond those that follow from the access and the body. */
  errors?: readonly ErrorCode[];
  /** An example of the body. */
  send?: unknown;
  /** An example of the query. */
  ask?: Record<string, string>;
  /** An example of the answer. */
  answer?: Answer;
}

/** Some of the operations, by id. */
export type Operations = { [Id in keyof Answers]?: Operation<Answers[Id]> };
/** All of them. */
export type AllOperations = { [Id in keyof Answers]: Operation<Answers[Id]> };
