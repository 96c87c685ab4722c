-- CreateEnum
CREATE TYPE "GitDirection" AS ENUM ('FROM_GIT', 'FROM_SPACE');

-- CreateEnum
CREATE TYPE "GitServer" AS ENUM ('GITHUB', 'GITLAB', 'GITEA', 'OTHER');

-- CreateEnum
CREATE TYPE "GitEntryKind" AS ENUM ('PAGE', 'FILE', 'REUSABLE', 'SUMMARY', 'VARIABLES', 'CONFIG');

-- AlterEnum
ALTER TYPE "JobKind" ADD VALUE 'GIT_SYNC';

-- CreateTable
CREATE TABLE "GitLink" (
    "id" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "server" "GitServer" NOT NULL DEFAULT 'OTHER',
    "branch" TEXT NOT NULL,
    "directory" TEXT NOT NULL DEFAULT '',
    "direction" "GitDirection" NOT NULL,
    "username" TEXT,
    "token" TEXT,
    "webhookSecret" TEXT NOT NULL,
    "pollMinutes" INTEGER,
    "pull" BOOLEAN NOT NULL DEFAULT true,
    "push" BOOLEAN NOT NULL DEFAULT true,
    "state" TEXT NOT NULL DEFAULT 'NOT_SYNCED_YET',
    "stateMessage" TEXT,
    "stateFile" TEXT,
    "stateLine" INTEGER,
    "stateSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "problems" JSONB NOT NULL DEFAULT '[]',
    "commitOid" TEXT,
    "revisionId" TEXT,
    "isAhead" BOOLEAN NOT NULL DEFAULT false,
    "conflictRequestId" TEXT,
    "keptOids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "syncedAt" TIMESTAMPTZ(3),
    "checkedAt" TIMESTAMPTZ(3),
    "dueAt" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "runnerId" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "createdById" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GitLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GitEntry" (
    "connectionId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "oid" TEXT NOT NULL,
    "kind" "GitEntryKind" NOT NULL,
    "objectId" TEXT,
    "fingerprint" TEXT,

    CONSTRAINT "GitEntry_pkey" PRIMARY KEY ("connectionId","path")
);

-- CreateTable
CREATE TABLE "GitPreview" (
    "id" TEXT NOT NULL,
    "connectionId" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "commitOid" TEXT,
    "changeRequestId" TEXT,
    "state" TEXT NOT NULL DEFAULT 'NOT_SYNCED_YET',
    "stateMessage" TEXT,
    "createdById" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GitPreview_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "GitLink_spaceId_key" ON "GitLink"("spaceId");

-- CreateIndex
CREATE INDEX "GitLink_dueAt_idx" ON "GitLink"("dueAt");

-- CreateIndex
CREATE INDEX "GitLink_createdById_idx" ON "GitLink"("createdById");

-- CreateIndex
CREATE UNIQUE INDEX "GitPreview_changeRequestId_key" ON "GitPreview"("changeRequestId");

-- CreateIndex
CREATE INDEX "GitPreview_createdById_idx" ON "GitPreview"("createdById");

-- CreateIndex
CREATE UNIQUE INDEX "GitPreview_connectionId_ref_key" ON "GitPreview"("connectionId", "ref");

-- AddForeignKey
ALTER TABLE "GitLink" ADD CONSTRAINT "GitLink_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GitLink" ADD CONSTRAINT "GitLink_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GitEntry" ADD CONSTRAINT "GitEntry_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "GitLink"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GitPreview" ADD CONSTRAINT "GitPreview_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "GitLink"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GitPreview" ADD CONSTRAINT "GitPreview_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GitPreview" ADD CONSTRAINT "GitPreview_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

SELECT audit_table('GitLink', 'GitLink', 'token', 'webhookSecret', 'state', 'stateMessage', 'stateFile', 'stateLine', 'stateSince', 'problems', 'keptOids', 'isAhead', 'conflictRequestId', 'commitOid', 'revisionId', 'syncedAt', 'checkedAt', 'dueAt', 'failures', 'runnerId', 'leaseUntil');
SELECT audit_table('GitPreview', 'GitPreview');
