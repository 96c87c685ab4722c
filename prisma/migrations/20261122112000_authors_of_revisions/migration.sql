UPDATE "Revision" r SET "createdById" = NULL
WHERE r."createdById" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "User" u WHERE u."id" = r."createdById");

-- CreateIndex
CREATE INDEX "Revision_createdById_idx" ON "Revision"("createdById");

-- AddForeignKey
ALTER TABLE "Revision" ADD CONSTRAINT "Revision_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
