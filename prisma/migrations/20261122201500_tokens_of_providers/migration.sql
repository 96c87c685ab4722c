ALTER TABLE "SamlProvider" ADD COLUMN "workedAt" TIMESTAMPTZ(3);

ALTER TABLE "ApiToken" ADD COLUMN "samlProviderId" TEXT;

-- The label of a session names its provider. Tokens made in sessions are limited to the same organization, and it is known
-- which provider they come from where the organization has one only.
UPDATE "ApiToken" k SET "samlProviderId" = coalesce(
    (SELECT min(p.id) FROM "SamlProvider" p
      WHERE 'organization:' || p."organizationId" = ANY(k.scopes) AND 'SSO: ' || p.label = k.label),
    (SELECT min(p.id) FROM "SamlProvider" p
      WHERE 'organization:' || p."organizationId" = ANY(k.scopes) HAVING count(*) = 1))
WHERE EXISTS (SELECT 1 FROM unnest(k.scopes) s WHERE starts_with(s, 'organization:'));

-- All others would outlive the provider that let them in.
UPDATE "ApiToken" k SET "revokedAt" = now()
WHERE k."samlProviderId" IS NULL AND k."revokedAt" IS NULL
  AND EXISTS (SELECT 1 FROM unnest(k.scopes) s WHERE starts_with(s, 'organization:'));

UPDATE "SamlProvider" p SET "workedAt" = now()
WHERE EXISTS (SELECT 1 FROM "ApiToken" k WHERE k."samlProviderId" = p.id);

-- CreateIndex
CREATE INDEX "ApiToken_samlProviderId_idx" ON "ApiToken"("samlProviderId");

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_samlProviderId_fkey" FOREIGN KEY ("samlProviderId") REFERENCES "SamlProvider"("id") ON DELETE CASCADE ON UPDATE CASCADE;
