DROP INDEX "known_addresses_user_address";--> statement-breakpoint
CREATE UNIQUE INDEX "known_addresses_user_address" ON "known_addresses" USING btree ("user_id","address_hash");