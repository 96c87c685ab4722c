-- AlterTable
ALTER TABLE "Webhook" ADD COLUMN     "sincePosition" BIGINT NOT NULL DEFAULT 0;
