CREATE TABLE "desk_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erased_hashes" (
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"within" "bytea",
	CONSTRAINT "erased_hashes_number_kind_hash_pk" PRIMARY KEY("number","kind","hash")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"number" text PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"counts" jsonb NOT NULL,
	"postponed" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legal_holds" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"placed_by" text NOT NULL,
	"waiting_erasure" text
);
--> statement-breakpoint
CREATE TABLE "visitor_corrections" (
	"visitor_id" uuid NOT NULL,
	"field" text NOT NULL,
	"value" text,
	"corrected_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visitor_corrections_visitor_id_field_pk" PRIMARY KEY("visitor_id","field")
);
--> statement-breakpoint
ALTER TABLE "erased_hashes" ADD CONSTRAINT "erased_hashes_number_erasures_number_fk" FOREIGN KEY ("number") REFERENCES "public"."erasures"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_corrections" ADD CONSTRAINT "visitor_corrections_visitor_id_visitors_visitor_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitors"("visitor_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_links_email" ON "desk_links" USING btree ("email");
--> statement-breakpoint
-- A visitor's correction wins over what is read from conversations that began before it, whoever writes it down.
CREATE FUNCTION keep_session_corrections() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  correction record;
BEGIN
  FOR correction IN SELECT field, value FROM visitor_corrections
      WHERE visitor_id = NEW.visitor_id AND corrected_at >= NEW.started_at LOOP
    CASE correction.field
      WHEN 'name' THEN NEW.contact_name := correction.value;
      WHEN 'email' THEN NEW.email := correction.value;
      WHEN 'phone' THEN NEW.phone := correction.value;
      ELSE NULL;
    END CASE;
  END LOOP;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER sessions_corrected BEFORE UPDATE OF contact_name, email, phone ON "sessions" FOR EACH ROW
  WHEN (OLD.contact_name IS DISTINCT FROM NEW.contact_name OR OLD.email IS DISTINCT FROM NEW.email
    OR OLD.phone IS DISTINCT FROM NEW.phone)
  EXECUTE FUNCTION keep_session_corrections();
--> statement-breakpoint
CREATE FUNCTION keep_lead_corrections() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  correction record;
BEGIN
  FOR correction IN SELECT c.field, c.value FROM visitor_corrections c
      WHERE c.visitor_id = NEW.visitor_id AND NOT EXISTS (
        SELECT FROM extracts e JOIN sessions s ON s.id = e.session_id
        WHERE s.visitor_id = NEW.visitor_id AND s.started_at > c.corrected_at AND CASE c.field
          WHEN 'name' THEN e.entities ->> 'person_name'
          WHEN 'email' THEN e.entities ->> 'contact_email'
          WHEN 'phone' THEN e.entities ->> 'contact_phone'
          WHEN 'company' THEN e.company
          ELSE e.entities ->> 'role' END IS NOT NULL
      ) LOOP
    CASE correction.field
      WHEN 'name' THEN NEW.name := correction.value;
      WHEN 'email' THEN
        NEW.email := correction.value;
        NEW.email_normalised := lower(correction.value);
      WHEN 'phone' THEN NEW.phone := correction.value;
      WHEN 'company' THEN NEW.company := correction.value;
      WHEN 'role' THEN NEW.role := correction.value;
      ELSE NULL;
    END CASE;
  END LOOP;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER leads_corrected BEFORE INSERT OR UPDATE OF name, email, email_normalised, phone, company, role ON "leads"
  FOR EACH ROW EXECUTE FUNCTION keep_lead_corrections();
