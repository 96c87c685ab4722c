-- CreateEnum
CREATE TYPE "JobKind" AS ENUM ('IMPORT', 'EXPORT', 'PDF');

-- CreateEnum
CREATE TYPE "JobStatus" AS ENUM ('PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED');

-- CreateTable
CREATE TABLE "Job" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "changeRequestId" TEXT,
    "kind" "JobKind" NOT NULL,
    "status" "JobStatus" NOT NULL DEFAULT 'PENDING',
    "requestedById" TEXT,
    "input" JSONB NOT NULL,
    "origin" JSONB,
    "key" TEXT,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER,
    "errorCode" TEXT,
    "errorReason" TEXT,
    "errorMessage" TEXT,
    "revisionId" TEXT,
    "report" JSONB,
    "resultBlobHash" TEXT,
    "resultFileName" TEXT,
    "resultContentType" TEXT,
    "runnerId" TEXT,
    "heartbeatAt" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "writtenAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "completedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "Job_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Job_organizationId_kind_id_idx" ON "Job"("organizationId", "kind", "id");

-- CreateIndex
CREATE INDEX "Job_spaceId_id_idx" ON "Job"("spaceId", "id");

-- CreateIndex
CREATE INDEX "Job_changeRequestId_idx" ON "Job"("changeRequestId");

-- CreateIndex
CREATE INDEX "Job_requestedById_idx" ON "Job"("requestedById");

-- CreateIndex
CREATE INDEX "Job_resultBlobHash_idx" ON "Job"("resultBlobHash");

-- CreateIndex
CREATE INDEX "Job_key_idx" ON "Job"("key");

-- CreateIndex
CREATE INDEX "Job_completedAt_idx" ON "Job"("completedAt");

-- AddForeignKey
ALTER TABLE "Job" ADD CONSTRAINT "Job_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Job" ADD CONSTRAINT "Job_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Job" ADD CONSTRAINT "Job_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Job" ADD CONSTRAINT "Job_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Job" ADD CONSTRAINT "Job_resultBlobHash_fkey" FOREIGN KEY ("resultBlobHash") REFERENCES "Blob"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Jobs that wait or run are few, and are looked for often.
CREATE INDEX "Job_unended_idx" ON "Job"("id") WHERE "status" IN ('PENDING', 'IN_PROGRESS');
CREATE UNIQUE INDEX "Job_key_unended_key" ON "Job"("key") WHERE "status" IN ('PENDING', 'IN_PROGRESS');

-- The input may name an address with a secret. The others say how the work goes on, not what somebody did.
SELECT audit_table('Job', 'Job', 'input', 'origin', 'report', 'runnerId', 'heartbeatAt', 'attempts', 'done', 'total',
  'key', 'resultBlobHash');
