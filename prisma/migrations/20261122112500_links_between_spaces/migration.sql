-- CreateIndex
CREATE INDEX "DocumentLink_spaceId_idx" ON "DocumentLink"("spaceId");

-- The pages of the type link that lead to another space.
CREATE INDEX "PageVersion_targetSpace_idx" ON "PageVersion" (("target"->>'space')) WHERE "target"->>'space' IS NOT NULL;
