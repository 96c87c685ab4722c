-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "errorValues" JSONB;
