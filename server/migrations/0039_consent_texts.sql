CREATE TABLE "consent_texts" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "consent_language" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "consent_hash" "bytea";--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_consent_hash_consent_texts_hash_fk" FOREIGN KEY ("consent_hash") REFERENCES "public"."consent_texts"("hash") ON DELETE no action ON UPDATE no action;