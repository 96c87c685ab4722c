-- AlterTable
ALTER TABLE "Collection" ADD COLUMN     "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "Collection" SET "updatedAt" = "createdAt";

-- AlterTable
ALTER TABLE "Site" ADD COLUMN     "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "Site" SET "updatedAt" = "createdAt";

-- CreateIndex
CREATE INDEX "Collection_organizationId_updatedAt_id_idx" ON "Collection"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Site_organizationId_updatedAt_id_idx" ON "Site"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Space_organizationId_updatedAt_id_idx" ON "Space"("organizationId", "updatedAt", "id");

-- The order by title ignores case.
CREATE INDEX "Collection_organizationId_title_id_idx" ON "Collection"("organizationId", lower("title"), "id");
CREATE INDEX "Site_organizationId_title_id_idx" ON "Site"("organizationId", lower("title"), "id");
CREATE INDEX "Space_organizationId_title_id_idx" ON "Space"("organizationId", lower("title"), "id");
