-- AlterTable
ALTER TABLE "Document" ADD COLUMN "anchors" TEXT[] DEFAULT ARRAY[]::TEXT[];
