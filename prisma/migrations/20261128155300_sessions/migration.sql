CREATE TYPE "ApiTokenKind" AS ENUM ('API', 'SESSION', 'OAUTH');

ALTER TABLE "ApiToken"
    ADD COLUMN "kind" "ApiTokenKind" NOT NULL DEFAULT 'API',
    ADD COLUMN "device" TEXT,
    ADD COLUMN "address" TEXT,
    ADD COLUMN "idleEndsAt" TIMESTAMPTZ(3);

ALTER TABLE "SamlRequest" ADD COLUMN "session" TEXT;

-- Sessions were told by a scope of theirs, and labelled with the identity provider.
UPDATE "ApiToken"
SET "kind" = 'SESSION',
    "label" = regexp_replace("label", '^SSO: ', ''),
    "scopes" = array_remove("scopes", 'session'),
    "idleEndsAt" = coalesce("lastUsedAt", "createdAt") + INTERVAL '72 hours'
WHERE 'session' = ANY("scopes") AND starts_with("label", 'SSO: ');
