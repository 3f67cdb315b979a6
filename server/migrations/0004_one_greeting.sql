-- Of greetings that two instances gave to one session at once, the first stays the greeting.
UPDATE "turns" t SET kind = 'followup' WHERE kind = 'greeting' AND EXISTS (
	SELECT FROM "turns" o WHERE o.session_id = t.session_id AND o.kind = 'greeting'
		AND (o.created_at, o.turn_id) < (t.created_at, t.turn_id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "turns_one_greeting" ON "turns" USING btree ("session_id") WHERE kind = 'greeting';
