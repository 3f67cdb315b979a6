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
CREATE INDEX "leads_decided" ON "leads" USING btree ("last_seen_at") WHERE status in ('won', 'lost');--> statement-breakpoint
-- The quarter of an hour in which a moment lies: zones differ by quarters. (`date_bin` is younger than some servers.)
CREATE FUNCTION quarter_of(moment timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT to_timestamp(floor(extract(epoch from moment) / 900) * 900) $$;
--> statement-breakpoint
CREATE FUNCTION change_figures(figures jsonb, started_at timestamptz, sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO figure_changes (start, name, key, count, sum)
  SELECT quarter_of(started_at), f ->> 0, f ->> 1, sign * (f ->> 2)::bigint, sign * (f ->> 3)::bigint
  FROM jsonb_array_elements(figures) AS f
$$;
--> statement-breakpoint
CREATE FUNCTION count_session_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM change_figures(OLD.figures, OLD.started_at, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM change_figures(NEW.figures, NEW.started_at, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_figures_counted AFTER INSERT OR DELETE ON "session_figures"
FOR EACH ROW EXECUTE FUNCTION count_session_figures();
--> statement-breakpoint
CREATE TRIGGER session_figures_recounted AFTER UPDATE ON "session_figures" FOR EACH ROW
WHEN ((OLD.figures, OLD.started_at) IS DISTINCT FROM (NEW.figures, NEW.started_at))
EXECUTE FUNCTION count_session_figures();
--> statement-breakpoint
-- Leads that are neither won nor lost, by when they were last seen and their score in bands of ten (the last is 90 to 100).
CREATE FUNCTION count_open_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status NOT IN ('won', 'lost') THEN
    INSERT INTO figure_changes (start, name, key, count, sum) VALUES (
      quarter_of(OLD.last_seen_at), 'open_lead', least(OLD.lead_score / 10, 9) * 10, -1, 0);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status NOT IN ('won', 'lost') THEN
    INSERT INTO figure_changes (start, name, key, count, sum) VALUES (
      quarter_of(NEW.last_seen_at), 'open_lead', least(NEW.lead_score / 10, 9) * 10, 1, 0);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER leads_counted AFTER INSERT OR DELETE ON "leads" FOR EACH ROW EXECUTE FUNCTION count_open_lead();
--> statement-breakpoint
CREATE TRIGGER leads_recounted AFTER UPDATE ON "leads" FOR EACH ROW
WHEN ((OLD.status, OLD.last_seen_at, OLD.lead_score) IS DISTINCT FROM (NEW.status, NEW.last_seen_at, NEW.lead_score))
EXECUTE FUNCTION count_open_lead();
--> statement-breakpoint
-- Leads from before there were figures.
INSERT INTO "figure_changes" ("start", "name", "key", "count", "sum")
SELECT quarter_of(last_seen_at), 'open_lead', least(lead_score / 10, 9) * 10, count(*), 0
FROM leads WHERE status NOT IN ('won', 'lost') GROUP BY 1, 3;
--> statement-breakpoint
-- A conversation is counted when it is over, and anew when it changes after that. While it runs its turns pay for the
-- comparison in WHEN alone.
CREATE FUNCTION ask_to_count_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO uncounted_sessions (session_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_to_count_insert AFTER INSERT ON "sessions" FOR EACH ROW
WHEN (NEW.consent AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION ask_to_count_session();
--> statement-breakpoint
CREATE TRIGGER sessions_to_count_update AFTER UPDATE ON "sessions" FOR EACH ROW
WHEN ((OLD.consent OR NEW.consent) AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION ask_to_count_session();
--> statement-breakpoint
-- Conversations from before there were figures.
INSERT INTO "uncounted_sessions" ("session_id") SELECT id FROM sessions WHERE consent AND ended_at IS NOT NULL;
