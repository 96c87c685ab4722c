-- The only row: deliveries are made of the events after this position.
INSERT INTO "WebhookCursor" (id, position) VALUES (1, 0);

UPDATE "Webhook" SET events = coalesce(events, '{}'), "spaceIds" = coalesce("spaceIds", '{}'), "siteIds" = coalesce("siteIds", '{}');

ALTER TABLE "Webhook" ALTER COLUMN "events" SET DEFAULT ARRAY[]::TEXT[],
ALTER COLUMN "spaceIds" SET DEFAULT ARRAY[]::TEXT[],
ALTER COLUMN "siteIds" SET DEFAULT ARRAY[]::TEXT[];
