-- An event gets its entry in the index with its position, and has none until then.
CREATE UNIQUE INDEX CONCURRENTLY "Event_organizationId_placed_key" ON "Event" ("organizationId", position) WHERE position IS NOT NULL;
