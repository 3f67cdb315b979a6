ALTER TABLE "webhook_messages" DROP CONSTRAINT "webhook_messages_session_threshold";--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD COLUMN "reason" text DEFAULT 'score' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_session_reason" UNIQUE("session_id","reason","threshold");