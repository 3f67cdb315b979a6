CREATE TABLE "session_total_changes" (
	"hour" timestamp with time zone NOT NULL,
	"intent" text NOT NULL,
	"sessions" integer NOT NULL,
	"high_quality" integer NOT NULL,
	"ctas" integer NOT NULL,
	"duration_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_totals" (
	"hour" timestamp with time zone NOT NULL,
	"intent" text NOT NULL,
	"sessions" integer NOT NULL,
	"high_quality" integer NOT NULL,
	"ctas" integer NOT NULL,
	"duration_ms" bigint NOT NULL,
	CONSTRAINT "session_totals_hour_intent_pk" PRIMARY KEY("hour","intent")
);
--> statement-breakpoint
CREATE TABLE "transcripts" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "final_score" integer GENERATED ALWAYS AS (CASE WHEN ended_at IS NOT NULL THEN lead_score END) STORED;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "minutes" integer GENERATED ALWAYS AS (CASE WHEN ended_at IS NOT NULL THEN greatest(0, round(extract(epoch from ended_at - started_at) / 60))::int END) STORED;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_by_date" ON "sessions" USING btree ("started_at","id") WHERE consent and ended_at is not null;--> statement-breakpoint
CREATE INDEX "sessions_by_score" ON "sessions" USING btree ("final_score","started_at","id") WHERE consent and ended_at is not null;--> statement-breakpoint
CREATE INDEX "sessions_by_minutes" ON "sessions" USING btree ("minutes","started_at","id") WHERE consent and ended_at is not null;--> statement-breakpoint
CREATE INDEX "sessions_by_intent_date" ON "sessions" USING btree ("final_intent","started_at","id") WHERE consent and ended_at is not null;--> statement-breakpoint
CREATE INDEX "sessions_by_intent_score" ON "sessions" USING btree ("final_intent","final_score","started_at","id") WHERE consent and ended_at is not null;--> statement-breakpoint
CREATE INDEX "sessions_by_intent_minutes" ON "sessions" USING btree ("final_intent","minutes","started_at","id") WHERE consent and ended_at is not null;--> statement-breakpoint
CREATE INDEX "waitlist_created_at" ON "waitlist" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "action_items_status_created_at" ON "action_items" USING btree ("status","created_at","id");--> statement-breakpoint
-- Substrings of names, addresses and visitor ids (PostgreSQL has it trusted: whoever owns the database may create it).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- What of a session is searched, a line each, in letters that pg_trgm takes for letters whatever the database's locale:
-- those beyond ASCII as their bytes in digits. The function's result depends on nothing but its arguments.
CREATE FUNCTION contact_key(name text, email text, visitor_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT encode(convert_to(lower(coalesce(name, '') || E'\n' || coalesce(email, '') || E'\n' || visitor_id), 'UTF8'), 'escape') $$;
--> statement-breakpoint
CREATE INDEX "sessions_contact" ON "sessions" USING gin (contact_key(contact_name, email, visitor_id) gin_trgm_ops) WITH (gin_pending_list_limit = 256) WHERE consent and ended_at is not null;
--> statement-breakpoint
CREATE INDEX "transcripts_words" ON "transcripts" USING gin ("words") WITH (gin_pending_list_limit = 512);
--> statement-breakpoint
CREATE INDEX "transcripts_started_at" ON "transcripts" USING btree ("started_at", "session_id");
--> statement-breakpoint
-- Conversations that were over before there was a search.
INSERT INTO "transcripts" ("session_id", "started_at", "words")
SELECT s.id, s.started_at, to_tsvector('simple', left(string_agg(u.text, E'\n' ORDER BY u.seq), 200000))
FROM sessions s JOIN utterances u ON u.session_id = s.id WHERE s.consent AND s.ended_at IS NOT NULL GROUP BY s.id;
--> statement-breakpoint
INSERT INTO "session_totals" ("hour", "intent", "sessions", "high_quality", "ctas", "duration_ms")
SELECT date_trunc('hour', started_at, 'UTC'), coalesce(final_intent, ''), count(*), count(*) FILTER (WHERE lead_score >= 70),
  count(cta_chosen), sum(greatest(0, extract(epoch from ended_at - started_at) * 1000))::bigint
FROM sessions WHERE consent AND ended_at IS NOT NULL GROUP BY 1, 2;
--> statement-breakpoint
CREATE FUNCTION count_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.consent AND OLD.ended_at IS NOT NULL THEN
    INSERT INTO session_total_changes (hour, intent, sessions, high_quality, ctas, duration_ms) VALUES (
      date_trunc('hour', OLD.started_at, 'UTC'), coalesce(OLD.final_intent, ''), -1, -(OLD.lead_score >= 70)::int,
      -(OLD.cta_chosen IS NOT NULL)::int, -greatest(0, extract(epoch from OLD.ended_at - OLD.started_at) * 1000)::bigint);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.consent AND NEW.ended_at IS NOT NULL THEN
    INSERT INTO session_total_changes (hour, intent, sessions, high_quality, ctas, duration_ms) VALUES (
      date_trunc('hour', NEW.started_at, 'UTC'), coalesce(NEW.final_intent, ''), 1, (NEW.lead_score >= 70)::int,
      (NEW.cta_chosen IS NOT NULL)::int, greatest(0, extract(epoch from NEW.ended_at - NEW.started_at) * 1000)::bigint);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- While a conversation runs nothing is counted: its turns pay for the comparison in WHEN alone.
CREATE TRIGGER sessions_counted_insert AFTER INSERT ON "sessions" FOR EACH ROW
WHEN (NEW.consent AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION count_session();
--> statement-breakpoint
CREATE TRIGGER sessions_counted_update AFTER UPDATE ON "sessions" FOR EACH ROW
WHEN ((OLD.ended_at IS NOT NULL OR NEW.ended_at IS NOT NULL) AND
  (OLD.consent, OLD.ended_at, OLD.started_at, OLD.final_intent, OLD.lead_score, OLD.cta_chosen)
  IS DISTINCT FROM (NEW.consent, NEW.ended_at, NEW.started_at, NEW.final_intent, NEW.lead_score, NEW.cta_chosen))
EXECUTE FUNCTION count_session();
--> statement-breakpoint
CREATE TRIGGER sessions_counted_delete AFTER DELETE ON "sessions" FOR EACH ROW
WHEN (OLD.consent AND OLD.ended_at IS NOT NULL) EXECUTE FUNCTION count_session();
