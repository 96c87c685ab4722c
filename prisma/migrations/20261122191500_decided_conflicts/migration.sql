-- CreateEnum
CREATE TYPE "ConflictStatus" AS ENUM ('OPEN', 'RESOLVED');

-- CreateEnum
CREATE TYPE "ConflictResolution" AS ENUM ('OURS', 'THEIRS', 'BASE', 'TEXT');

-- AlterTable
ALTER TABLE "ContentConflict" ADD COLUMN     "resolution" "ConflictResolution",
ADD COLUMN     "resolvedAt" TIMESTAMPTZ(3),
ADD COLUMN     "resolvedById" TEXT,
ADD COLUMN     "revisionId" TEXT,
ADD COLUMN     "status" "ConflictStatus" NOT NULL DEFAULT 'OPEN',
ADD COLUMN     "text" TEXT;

-- CreateIndex
CREATE INDEX "ContentConflict_resolvedById_idx" ON "ContentConflict"("resolvedById");

-- AddForeignKey
ALTER TABLE "ContentConflict" ADD CONSTRAINT "ContentConflict_resolvedById_fkey" FOREIGN KEY ("resolvedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The conflicts of change requests that were updated before are open, too, so that no merge overwrites in silence.
UPDATE "ContentConflict" c SET "revisionId" = (
  SELECT r.id FROM "ChangeRequest" cr JOIN "Revision" r ON r."branchId" = cr."branchId" AND r.type = 'UPDATE'
  WHERE cr.id = c."changeRequestId" ORDER BY r.sequence DESC LIMIT 1
);
