CREATE TABLE "figure_changes" (
	"start" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"count" bigint NOT NULL,
	"sum" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_totals" (
	"step" smallint NOT NULL,
	"start" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"count" bigint NOT NULL,
	"sum" bigint NOT NULL,
	CONSTRAINT "figure_totals_name_step_start_key_pk" PRIMARY KEY("name","step","start","key")
);
--> statement-breakpoint
CREATE TABLE "session_figures" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"figures" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "speech_use" (
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "speech_use_session_id_kind_provider_model_pk" PRIMARY KEY("session_id","kind","provider","model")
);
--> statement-breakpoint
CREATE TABLE "unanswered_questions" (
	"session_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"question" text NOT NULL,
	"key" uuid NOT NULL,
	"score" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "unanswered_questions_session_id_seq_pk" PRIMARY KEY("session_id","seq")
);
--> statement-breakpoint
CREATE TABLE "uncounted_sessions" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session_figures" ADD CONSTRAINT "session_figures_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speech_use" ADD CONSTRAINT "speech_use_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unanswered_questions" ADD CONSTRAINT "unanswered_questions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uncounted_sessions" ADD CONSTRAINT "uncounted_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_figures_started_at" ON "session_figures" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "unanswered_questions_started_at" ON "unanswered_questions" USING btree ("started_at","key","score","at");--> statement-breakpoint
CREATE INDEX "unanswered_questions_key" ON "unanswered_questions" USING btree ("key","started_at");--> statement-breakpoint
CREATE INDEX "uncounted_sessions_since" ON "uncounted_sessions" USING btree ("since");--> statement-breakpoint
CREATE INDEX "leads_decided" ON "leads" USING btree ("last_seen_at") WHERE status in ('won', 'lost');