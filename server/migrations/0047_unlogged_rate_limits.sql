-- Counts of a minute to a day, which need not outlive a crash: no call waits for the disk to count itself.
ALTER TABLE "rate_limits" SET UNLOGGED;
