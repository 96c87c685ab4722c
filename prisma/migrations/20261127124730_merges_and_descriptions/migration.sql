-- Who merged change requests and when, their descriptions and links; which reviews were superseded; lists by last change.
ALTER TABLE "ChangeRequest"
  ADD COLUMN "mergedById" TEXT,
  ADD COLUMN "mergedAt" TIMESTAMPTZ(3),
  ADD COLUMN "descriptionMarkdown" TEXT,
  ADD COLUMN "descriptionTree" JSONB,
  ADD COLUMN "links" JSONB NOT NULL DEFAULT '[]';

UPDATE "ChangeRequest" c SET "mergedById" = r."createdById", "mergedAt" = r."createdAt"
FROM "Revision" r WHERE r.id = c."revisionMergedId";

CREATE INDEX "ChangeRequest_mergedById_idx" ON "ChangeRequest"("mergedById");
CREATE INDEX "ChangeRequest_spaceId_updatedAt_id_idx" ON "ChangeRequest"("spaceId", "updatedAt", "id");
CREATE INDEX "ChangeRequest_spaceId_status_updatedAt_id_idx" ON "ChangeRequest"("spaceId", "status", "updatedAt", "id");

ALTER TABLE "ChangeRequest" ADD CONSTRAINT "ChangeRequest_mergedById_fkey"
  FOREIGN KEY ("mergedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "Review" ADD COLUMN "outdated" BOOLEAN NOT NULL DEFAULT false;

UPDATE "Review" r SET "outdated" = true
WHERE EXISTS (
    SELECT 1 FROM "Review" newer
    WHERE newer."changeRequestId" = r."changeRequestId" AND newer."reviewerId" = r."reviewerId"
      AND (newer."createdAt", newer.id) > (r."createdAt", r.id))
  OR EXISTS (
    SELECT 1 FROM "RequestedReviewer" q
    WHERE q."changeRequestId" = r."changeRequestId" AND q."userId" = r."reviewerId");
