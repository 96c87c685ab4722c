-- AlterTable
ALTER TABLE "Blob" ADD COLUMN     "unusedSince" TIMESTAMPTZ(3);
