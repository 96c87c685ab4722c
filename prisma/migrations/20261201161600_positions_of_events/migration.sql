CREATE INDEX CONCURRENTLY "Event_placed_idx" ON "Event" (position) WHERE position IS NOT NULL;
