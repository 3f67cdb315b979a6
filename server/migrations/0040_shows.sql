CREATE TABLE "demo_performance" (
	"demo_id" text PRIMARY KEY NOT NULL,
	"metrics" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "show_events" (
	"session_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "show_events_session_id_seq_pk" PRIMARY KEY("session_id","seq")
);
--> statement-breakpoint
CREATE TABLE "show_memories" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"visitor_id" uuid NOT NULL,
	"episode_number" integer NOT NULL,
	"memory" jsonb NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"visitor_rating" integer,
	"publishing_agreed_at" timestamp with time zone,
	"slug" text,
	"published_at" timestamp with time zone,
	CONSTRAINT "show_memories_slug" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "shows" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"visitor_id" uuid NOT NULL,
	"state" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"next_event" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "show_events" ADD CONSTRAINT "show_events_session_id_shows_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."shows"("session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "show_memories" ADD CONSTRAINT "show_memories_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shows" ADD CONSTRAINT "shows_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "show_memories_visitor" ON "show_memories" USING btree ("visitor_id","episode_number");--> statement-breakpoint
CREATE INDEX "show_memories_started" ON "show_memories" USING btree ("started_at");