CREATE TABLE "action_items" (
	"id" uuid PRIMARY KEY DEFAULT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid NOT NULL,
	"session_id" uuid,
	"visitor_id" uuid NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"priority" text NOT NULL,
	"owner" text NOT NULL,
	"category" text NOT NULL,
	"tags" text[] NOT NULL,
	"due_date" date,
	"seq" integer,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "action_items_session_key" UNIQUE("session_id","key")
);
--> statement-breakpoint
CREATE TABLE "extracts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "extracts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"analyser" text NOT NULL,
	"intent" text,
	"confidence" real NOT NULL,
	"lead_score" integer NOT NULL,
	"company" text,
	"contact_info" text,
	"pain_points" text[] NOT NULL,
	"followup_actions" text[] NOT NULL,
	"entities" jsonb NOT NULL,
	"reasons" text[] NOT NULL,
	"next_best_question" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "extracts_session_seq" UNIQUE("session_id","seq","analyser")
);
--> statement-breakpoint
CREATE TABLE "job_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_requests_name_key" UNIQUE("name","key")
);
--> statement-breakpoint
CREATE TABLE "lead_signals" (
	"session_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"rule" text NOT NULL,
	"points" integer NOT NULL,
	"seq" integer NOT NULL,
	"quote" text NOT NULL,
	"from_char" integer NOT NULL,
	"to_char" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lead_signals_session_id_n_pk" PRIMARY KEY("session_id","n")
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"visitor_id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"email" text,
	"email_normalised" text,
	"phone" text,
	"company" text,
	"role" text,
	"intent" text,
	"lead_score" integer DEFAULT 0 NOT NULL,
	"conversations" integer DEFAULT 0 NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memories" (
	"id" uuid PRIMARY KEY DEFAULT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid NOT NULL,
	"visitor_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"importance" real NOT NULL,
	"embedding" "bytea" NOT NULL,
	"session_id" uuid,
	"seq" integer,
	"corrected" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "summaries" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"executive_summary" text NOT NULL,
	"action_items" jsonb NOT NULL,
	"topics" text[] NOT NULL,
	"open_questions" text[] NOT NULL,
	"sentiment" text NOT NULL,
	"writer" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "contact_name" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "lead_score" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "final_intent" text;--> statement-breakpoint
ALTER TABLE "action_items" ADD CONSTRAINT "action_items_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extracts" ADD CONSTRAINT "extracts_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_signals" ADD CONSTRAINT "lead_signals_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "action_items_visitor_id" ON "action_items" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "action_items_created_at" ON "action_items" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "leads_email_normalised" ON "leads" USING btree ("email_normalised");--> statement-breakpoint
CREATE UNIQUE INDEX "memories_visitor_subject" ON "memories" USING btree ("visitor_id","subject");--> statement-breakpoint
CREATE INDEX "memories_expires_at" ON "memories" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "memories_session_id" ON "memories" USING btree ("session_id");