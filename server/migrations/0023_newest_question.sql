DROP INDEX "unanswered_questions_key";--> statement-breakpoint
CREATE INDEX "unanswered_questions_key" ON "unanswered_questions" USING btree ("key","at");