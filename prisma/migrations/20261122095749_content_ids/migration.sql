-- AlterTable
ALTER TABLE "Space" ADD COLUMN     "sharesContentIds" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "ReusableContentVersion_reusableId_idx" ON "ReusableContentVersion"("reusableId");

-- A space that has the ids of pages or files of an older space was duplicated from it.
UPDATE "Space" s SET "sharesContentIds" = true WHERE EXISTS (
  SELECT 1 FROM "Branch" b
  JOIN "PageVersion" v ON v."branchId" = b.id
  JOIN "PageVersion" o ON o."pageId" = v."pageId"
  JOIN "Branch" ob ON ob.id = o."branchId"
  JOIN "Space" os ON os.id = ob."spaceId"
  WHERE b."spaceId" = s.id AND os.id <> s.id AND (os."createdAt", os.id) < (s."createdAt", s.id)
) OR EXISTS (
  SELECT 1 FROM "Branch" b
  JOIN "FileVersion" v ON v."branchId" = b.id
  JOIN "FileVersion" o ON o."fileId" = v."fileId"
  JOIN "Branch" ob ON ob.id = o."branchId"
  JOIN "Space" os ON os.id = ob."spaceId"
  WHERE b."spaceId" = s.id AND os.id <> s.id AND (os."createdAt", os.id) < (s."createdAt", s.id)
);
